/** The hub of a browser's streams: one watch for each match and token, whichever pages show it. */

import { Connection } from "clio-referee";

import { type Credentials, type PageMessage, SILENCE_MS, type WorkerMessage } from "./protocol";
import { SharedWatch, type Subscriber } from "./shared-watch";
import { StreamSlots } from "./stream-slots";

/** Held connections: two of the six of an origin stay free for calls. */
const STREAMS = 4;
const TURN_MS = 500;
/** A watch that no page follows lasts so long: a page that is loaded again finds it. */
const LINGER_MS = 2_000;

class Page {
  visible = true;
  lastMessage = performance.now();
  readonly watches = new Map<number, { key: string; watch: SharedWatch; subscriber: Subscriber }>();

  constructor(private readonly port: MessagePort) {}

  send(message: WorkerMessage): void {
    this.port.postMessage(message);
  }
}

export class StreamHub {
  private readonly server = new Connection({ baseUrl: self.location.origin });
  private readonly slots = new StreamSlots(STREAMS, TURN_MS);
  private readonly watches = new Map<string, SharedWatch>();
  private readonly pages = new Set<Page>();

  constructor() {
    setInterval(() => this.dropSilent(), SILENCE_MS / 6);
  }

  connect(port: MessagePort): void {
    const page = new Page(port);
    port.onmessage = ({ data }: MessageEvent<PageMessage>) => this.receive(page, data);
    port.addEventListener("close", () => this.drop(page));
    port.start();
  }

  private receive(page: Page, message: PageMessage): void {
    page.lastMessage = performance.now();
    switch (message.type) {
      case "watch":
        page.visible = message.visible;
        return this.watch(page, message.id, message.match, message.credentials);
      case "visible":
        page.visible = message.visible;
        return undefined;
      case "stop":
        return this.stop(page, message.id);
      case "alive":
        if (!this.pages.has(page)) page.send({ type: "unknown" });
        return undefined;
      case "leave":
        return this.drop(page);
    }
  }

  private watch(page: Page, id: number, match: string, credentials: Credentials): void {
    this.stop(page, id);
    this.pages.add(page);
    const key = `${match} ${credentials.token ?? ""} ${credentials.invite ?? ""}`;
    let watch = this.watches.get(key);
    if (!watch) {
      watch = new SharedWatch(this.server, match, credentials, this.slots);
      this.watches.set(key, watch);
    }
    const subscriber: Subscriber = {
      isVisible: () => page.visible,
      deliver: (sightings) => page.send({ type: "sightings", id, sightings }),
      connection: (connected) => page.send({ type: "connection", id, connected }),
      end: (error) => page.send({ type: "end", id, error }),
    };
    page.watches.set(id, { key, watch, subscriber });
    watch.subscribe(subscriber);
  }

  private stop(page: Page, id: number): void {
    const found = page.watches.get(id);
    if (!found) return;
    page.watches.delete(id);
    found.watch.unsubscribe(found.subscriber);
    setTimeout(() => {
      if (found.watch.isWatched || this.watches.get(found.key) !== found.watch) return;
      this.watches.delete(found.key);
      found.watch.close();
    }, LINGER_MS);
  }

  private drop(page: Page): void {
    for (const id of [...page.watches.keys()]) this.stop(page, id);
    this.pages.delete(page);
  }

  /** Ends the watches of pages that were closed without a word. */
  private dropSilent(): void {
    const oldest = performance.now() - SILENCE_MS;
    for (const page of this.pages) if (page.lastMessage < oldest) this.drop(page);
  }
}
