/** Chapters of the reference, by where their paths begin; the first that fits takes a path. */
export const tags = [
  {
    name: 'sale',
    under: '/v1/sale/',
    description: 'Documents we issue for what we sell: invoices, credit notes, debit notes, refund notes.',
  },
  {
    name: 'self-billed',
    under: '/v1/self_billed/',
    description: 'Documents we issue in the supplier’s place for what we buy, of the same four kinds.',
  },
  {
    name: 'taxpayers',
    under: '/v1/taxauth/tin_',
    description:
      'Whether TIN, identification type and number belong together, and the TIN behind a number. For when a ' +
      'customer’s or supplier’s record is made or changed, not before every document, and never to list taxpayers.',
  },
  {
    name: 'codes',
    under: '/v1/taxauth/',
    description:
      'Reference codes of the tax authority. Fetch them at set-up or on a schedule, keep the refresh time, submit ' +
      'the code and not its description, and never replace an unknown or obsolete code with another.',
  },
  { name: 'version', under: '/v1/version/', description: 'Which version of the interface this gateway speaks.' },
  {
    name: 'operator',
    under: '/operator/',
    description: 'The API of the gateway’s own screens, and the feed of changes for tills.',
  },
  { name: 'pages', under: '/', description: 'Beside the API: health, metrics and this reference.' },
] as const

export const tagOf = (path: string): string => tags.find(({ under }) => path.startsWith(under))?.name ?? 'pages'
