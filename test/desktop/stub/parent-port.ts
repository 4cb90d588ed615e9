// The channel from a utility process to the process that forked it.
const parentPort = {
  on: (_event: 'message', heard: (event: { readonly data: unknown }) => void) =>
    process.on('message', (data) => heard({ data })),
  postMessage: (message: unknown) => void process.send?.(message),
}
Object.assign(process, { parentPort })
process.on('disconnect', () => process.exit(1))
