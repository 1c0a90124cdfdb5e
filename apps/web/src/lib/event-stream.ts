/** One server-sent event. */
export interface StreamEvent {
  readonly name: string;
  /** The `data` lines, joined. */
  readonly data: string;
}

/** Event and data of one block; undefined for a heartbeat, which has no data. */
function parseBlock(block: string): StreamEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [field, value = ''] = line.split(/: ?(.*)/s);
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : undefined;
}

/**
 * Reads server-sent events from an answer of `fetch`: EventSource cannot send headers, so not identify the caller.
 *
 * @param onSign - called for everything that arrives, heartbeats too
 * @see HTML standard, section 9.2
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void = () => undefined,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onSign();
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}
