import { isOf, type Outlet, type OutletsOfCompany } from '../../../../shared/domain/outlet.ts'

/** The outlets that somebody sees who does not see all, as an area manager. */
export class Within {
  readonly outlets: readonly Outlet[]
  readonly companies: ReadonlySet<string>

  constructor(outlets: readonly Outlet[]) {
    this.outlets = outlets
    this.companies = new Set(outlets.map(({ companyGuid }) => companyGuid))
  }

  has(of: Outlet): boolean {
    return isOf(this.outlets, of)
  }

  /** Those among them that a question is about. @param outletName null for any, as the company */
  asked(companyGuid: string | null, outletName: string | null = null): readonly Outlet[] {
    return this.outlets.filter(
      (outlet) =>
        (companyGuid === null || companyGuid === outlet.companyGuid) &&
        (outletName === null || outletName === outlet.outletName),
    )
  }

  /** The same question about each company, with its outlets among them. @param companyGuid null for every company */
  async ofEachCompany<Row>(
    ask: (outlets: OutletsOfCompany) => Promise<Iterable<Row>>,
    companyGuid: string | null = null,
  ): Promise<readonly Row[]> {
    const asked = Map.groupBy(this.asked(companyGuid), (outlet) => outlet.companyGuid)
    const found = await Promise.all(
      [...asked].map(([guid, outlets]) =>
        ask({ companyGuid: guid, outletNames: outlets.map(({ outletName }) => outletName) }),
      ),
    )
    return found.flatMap((rows) => [...rows])
  }

  /** The same question about each of them. */
  ofEach<Answer>(ask: (outlet: Outlet) => Promise<Answer>, asked: readonly Outlet[]): Promise<Answer[]> {
    return Promise.all(asked.map(ask))
  }
}

/** Looked at at once, of what is the outlets' and what is not. */
const pageSize = 500

/**
 * A page of what is theirs, out of pages of everything.
 * @param next the rows after one, or after the place that the question begins at; fewer than asked for at the end
 */
export async function pageOf<Row>(
  limit: number,
  next: (after: Row | null, limit: number) => Promise<readonly Row[]>,
  isTheirs: (row: Row) => boolean,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = await next(last, pageSize)
    found.push(...rows.filter(isTheirs))
    last = rows.at(-1) ?? null
    if (found.length >= limit || rows.length < pageSize) return found.slice(0, limit)
  }
}

/**
 * An area of the store of which only this is answered. Everything else fails: an endpoint that asks for more without
 * anybody having said what of it is an outlet's shows an error, and no other outlet's sales.
 */
export const closedBut = <Area extends object>(open: Partial<Area>): Area =>
  new Proxy(open, {
    get: (given, name) =>
      Reflect.get(given, name) ??
      (() => {
        throw new Error(`${String(name)} of the store is not told to whoever sees some outlets only`)
      }),
  }) as Area
