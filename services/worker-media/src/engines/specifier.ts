/**
 * Arguments of an encoder for one stream of the output.
 *
 * @param args - `%` stands for the stream
 * @param specifier - such as `a:0`
 */
export const withSpecifier = (args: readonly string[], specifier: string): string[] =>
  args.map((arg) => arg.replace('%', specifier));
