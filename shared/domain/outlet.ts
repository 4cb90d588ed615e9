/** Named by its tills. */
export interface Outlet {
  readonly companyGuid: string
  readonly outletName: string
}

export const isOf = (outlets: readonly Outlet[], { companyGuid, outletName }: Outlet): boolean =>
  outlets.some((outlet) => outlet.companyGuid === companyGuid && outlet.outletName === outletName)

/** For example an area manager's. Null for every company; absent for every outlet. */
export interface Sight {
  readonly companyGuid: string | null
  readonly outlets?: readonly Outlet[]
}

/** A person with one outlet sees the company's name and settings. */
export const seesCompany = ({ companyGuid, outlets }: Sight, guid: string | undefined): boolean =>
  (companyGuid === null || companyGuid === guid) &&
  (outlets === undefined || outlets.some((outlet) => outlet.companyGuid === guid))

export const sees = (sight: Sight, of: Outlet | undefined): of is Outlet =>
  of !== undefined &&
  (sight.companyGuid === null || sight.companyGuid === of.companyGuid) &&
  (sight.outlets === undefined || isOf(sight.outlets, of))
