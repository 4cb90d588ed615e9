export const textOfBytes = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** A file as JSON and addresses can carry it. */
export const textOfFile = async (file: Blob): Promise<string> => textOfBytes(new Uint8Array(await file.arrayBuffer()))
