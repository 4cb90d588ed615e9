const proxied = ['/v1/', '/operator/']

export const isForGateway = (path: string): boolean => proxied.some((root) => path.startsWith(root))

/** What a screen may say to the gateway; who it is (Origin, Referer, Sec-Fetch) is not one of them. */
const passedOn = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'x-approval',
  'x-unattended',
  'sale_guid',
  'company_guid',
  'submission_from',
  'submission_to',
  'outlet_name',
]

/**
 * Asks the gateway for a screen. The answer is passed on as it comes, also one that never ends: a page that goes away
 * cancels it. Before there is one nobody tells that the page is gone; Node gives up after five minutes.
 * @param port of the gateway; null while there is none
 */
export async function answerFromGateway(request: Request, port: number | null): Promise<Response> {
  if (port === null) return Response.error()
  const { pathname, search } = new URL(request.url)
  const headers = new Headers()
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(hasBody && { body: await request.arrayBuffer() }),
    })
    // Node has undone the compression that these two tell of.
    const told = new Headers(answer.headers)
    told.delete('content-encoding')
    told.delete('content-length')
    return new Response(answer.body, { status: answer.status, headers: told })
  } catch {
    // For the page the same as where a browser finds nobody at the address: it knows what to say then.
    return Response.error()
  }
}
