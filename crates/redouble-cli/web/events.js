// Server-sent events of a response to POST, which EventSource does not read.

/** @param {Response} response @returns {AsyncGenerator<{ event: string, data: any }>} */
export async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const field = (name) => part.split('\n').find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
      if (field('data')) yield { event: field('event') ?? 'message', data: JSON.parse(field('data')) };
    }
  }
}
