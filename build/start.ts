// npm start: the desktop once there is one. Until then the gateway, in this process, so that signals, arguments and the
// exit code are its own and nothing outlives a kill.
console.error('The desktop is not part of this version of Resit; this starts the headless gateway.')
await import(new URL('../electron/headless/main.ts', import.meta.url).href)
