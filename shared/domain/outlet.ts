/** An outlet of a company, by the name that its tills give it. */
export interface Outlet {
  readonly companyGuid: string
  readonly outletName: string
}

/** Whether something belongs to one of these outlets. */
export const isOf = (outlets: readonly Outlet[], { companyGuid, outletName }: Outlet): boolean =>
  outlets.some((outlet) => outlet.companyGuid === companyGuid && outlet.outletName === outletName)

/** Whose sales someone may see, such as an area manager: of every company if it is null, of every outlet if none is named. */
export interface Sight {
  readonly companyGuid: string | null
  readonly outlets?: readonly Outlet[]
}

/** Of a company with an outlet that someone sees, its name and its settings are seen too. */
export const seesCompany = ({ companyGuid, outlets }: Sight, guid: string | undefined): boolean =>
  (companyGuid === null || companyGuid === guid) &&
  (outlets === undefined || outlets.some((outlet) => outlet.companyGuid === guid))

export const sees = (sight: Sight, of: Outlet | undefined): of is Outlet =>
  of !== undefined &&
  (sight.companyGuid === null || sight.companyGuid === of.companyGuid) &&
  (sight.outlets === undefined || isOf(sight.outlets, of))
