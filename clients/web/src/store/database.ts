/** IndexedDB as a map of names to values. */

const STORE = "values";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("clio", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB cannot be opened"));
  });
}

async function run<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = use(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
    });
  } finally {
    database.close();
  }
}

export function readValue<T>(name: string): Promise<T | undefined> {
  return run("readonly", (store) => store.get(name) as IDBRequest<T | undefined>);
}

export async function writeValue(name: string, value: unknown): Promise<void> {
  await run("readwrite", (store) => store.put(value, name));
}
