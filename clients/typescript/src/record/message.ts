/** Messages as data: a template with named gaps, and what fills them. The template in English is the message's id. */

export interface Message {
  template: string;
  params: Readonly<Record<string, Param>>;
}

export type Param = string | number | Message;

/** Makes a message: `message\`the pool of ${{ label }} is shown twice\`` names its gap after the key. */
export function message(texts: TemplateStringsArray, ...gaps: Readonly<Record<string, Param>>[]): Message {
  const names = gaps.map((gap) => Object.keys(gap)[0] ?? "");
  const template = texts.reduce((before, text, place) => `${before}{${names[place - 1]}}${text}`);
  return { template, params: Object.assign({}, ...gaps) as Record<string, Param> };
}

export function toMessage(said: string | Message): Message {
  return typeof said === "string" ? { template: said, params: {} } : said;
}

/** The message in English. */
export function inEnglish({ template, params }: Message): string {
  return template.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const found = params[name];
    return found === undefined ? gap : typeof found === "object" ? inEnglish(found) : String(found);
  });
}
