import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Settings } from '../../store/port/port.ts'
import { findValidatedRecord } from '../records/find.ts'
import { pageReply } from './page.ts'
import { drawPdf } from './pdf.ts'
import { logoOf, type SlipDeps } from './printed.ts'
import { qrPng, qrSvg } from './qr.ts'
import { slipPage } from './slip-page.ts'

export const slipRoutes = (deps: SlipDeps & { readonly keptSettings: Settings; readonly clock: Clock }) =>
  ({
    qrSvg: async (call) => {
      const { validationUrl } = await findValidatedRecord(deps, call)
      return {
        status: 200,
        media: { type: 'image/svg+xml; charset=utf-8', content: await qrSvg(validationUrl) },
        headers: { 'content-security-policy': "default-src 'none'" },
      }
    },
    qrPng: async (call) => {
      const { validationUrl } = await findValidatedRecord(deps, call)
      return { status: 200, media: { type: 'image/png', content: await qrPng(validationUrl) } }
    },
    slip: async (call) => {
      const { html, printed } = await slipPage(deps, call)
      return pageReply(html, call.language, Boolean(printed.logo))
    },
    documentPdf: async (call) => {
      const page = await slipPage(deps, call)
      const headers = { 'content-disposition': `attachment; filename="${page.fileName}"` }
      return { status: 200, media: { type: 'application/pdf', content: await drawPdf(page) }, headers }
    },
    setLogo: async ({ body: { COMPANY_GUID: guid, LOGO: logo }, caller: { by } }) => {
      if (!(await deps.companies.byGuid(guid))) throw new Fault('company_not_found')
      const page = { html: `<body><img src="${logo}" /></body>`, shop: '' }
      const isGood = logo === '' || (await drawPdf(page).catch(() => null)) !== null
      if (!isGood) throw validationFailed([{ pointer: '/LOGO', code: 'bad_logo' }])
      await deps.keptSettings.set(logoOf(guid), logo, by, deps.clock.now())
      return ok({ COMPANY_GUID: guid })
    },
  }) satisfies Partial<OperatorHandlers>
