/** An outlet of a company, by the name that its tills give it. */
export interface Outlet {
  readonly companyGuid: string
  readonly outletName: string
}

/** Some of the outlets of one company. */
export interface OutletsOfCompany {
  readonly companyGuid: string
  readonly outletNames: readonly string[]
}

/** Whether something belongs to one of these outlets. */
export const isOf = (outlets: readonly Outlet[], { companyGuid, outletName }: Outlet): boolean =>
  outlets.some((outlet) => outlet.companyGuid === companyGuid && outlet.outletName === outletName)
