export const base64OfBytes = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The file in base64, so that it fits into JSON or an address. */
export const base64OfFile = async (file: Blob): Promise<string> =>
  base64OfBytes(new Uint8Array(await file.arrayBuffer()))
