/** An outlet of a company, by the name that its tills give it. */
export interface Outlet {
  readonly companyGuid: string
  readonly outletName: string
}

/** Whether something belongs to one of these outlets. */
export const isOf = (outlets: readonly Outlet[], { companyGuid, outletName }: Outlet): boolean =>
  outlets.some((outlet) => outlet.companyGuid === companyGuid && outlet.outletName === outletName)
