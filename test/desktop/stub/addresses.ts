// Chromium has no `app://`. A loopback server serves these pages, under one name for each host.
let port = 0

export const portIs = (found: number): void => {
  port = found
}

export const toBrowser = (url: string): string => {
  const { protocol, host, pathname, search, hash } = new URL(url)
  return protocol === 'app:' ? `http://${host}.localhost:${port}${pathname}${search}${hash}` : url
}

export const toApp = (url: string): string => {
  if (!URL.canParse(url)) return url
  const { hostname, port: from, pathname, search, hash } = new URL(url)
  const host = /^(\w+)\.localhost$/.exec(hostname)?.[1]
  return host !== undefined && from === String(port) ? `app://${host}${pathname}${search}${hash}` : url
}
