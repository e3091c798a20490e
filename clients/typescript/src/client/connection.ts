/** A connection to a server's HTTP API: typed calls with deadlines, retries, an API key and tokens. */

import type { DescMessage, DescMethodServerStreaming, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

import { DEFAULT_RETRIES, repeated, type RetryPolicy } from "./retry.js";

export interface ConnectionOptions {
  /** The address of the HTTP API, for example `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** An API key, for servers that ask for one. */
  key?: string;
  /** The deadline of a call, in milliseconds. */
  timeoutMs?: number;
  retries?: RetryPolicy;
  /** JSON on the wire instead of protobuf, for debugging. */
  json?: boolean;
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** The token of a seat or of the host. */
  token?: string | undefined;
  /** An invitation code, for matches that only those who have one may know of. */
  invite?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

export class Connection {
  readonly retries: RetryPolicy;
  private readonly transport: Transport;
  private readonly timeoutMs: number;
  private readonly key: string | undefined;

  constructor(options: ConnectionOptions) {
    this.retries = options.retries ?? DEFAULT_RETRIES;
    this.timeoutMs = options.timeoutMs ?? 10_000;
    this.key = options.key;
    this.transport = createConnectTransport({
      baseUrl: options.baseUrl,
      useBinaryFormat: !options.json,
      ...(options.fetch && { fetch: options.fetch }),
    });
  }

  /** Makes a unary call. Passing failures are retried with the same request, so the same request id. */
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    const once = async (): Promise<MessageShape<O>> => {
      const timeout = options.timeoutMs ?? this.timeoutMs;
      const header = this.header(options, request);
      return (await this.transport.unary(method, options.signal, timeout, header, request)).message;
    };
    return repeated(once, this.retries, options.signal);
  }

  /** Opens a stream of answers, without deadline and without retries. */
  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<AsyncIterable<MessageShape<O>>> {
    const header = this.header(options, request);
    const timeout = options.timeoutMs ?? 0;
    return (await this.transport.stream(method, options.signal, timeout, header, once(request))).message;
  }

  private header({ token, invite }: CallOptions, request: object): Headers {
    const header = new Headers();
    if (this.key) header.set("x-clio-key", this.key);
    if (token) header.set("authorization", `Bearer ${token}`);
    if (invite) header.set("x-clio-invite", invite);
    // For proxies that keep a match's calls on one server.
    const match = (request as { matchId?: unknown }).matchId;
    if (typeof match === "string" && match) header.set("x-clio-match-id", match);
    return header;
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
