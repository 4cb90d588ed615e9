// npm start: the desktop once there is one. Until then the gateway with its screens, as `npm run gateway` starts it.
console.error(
  'The desktop is not part of this version of Resit; this starts the gateway with its screens in a browser.',
)
await import(new URL('gateway.ts', import.meta.url).href)
