/** An outlet has the name that its tills send. */
export interface OutletKey {
  readonly companyGuid: string
  readonly outletName: string
}

export const includesOutlet = (outlets: readonly OutletKey[], { companyGuid, outletName }: OutletKey): boolean =>
  outlets.some((outlet) => outlet.companyGuid === companyGuid && outlet.outletName === outletName)

/**
 * The sales that a caller may see. `companyGuid` null: all companies. `outlets` absent: all outlets; otherwise only
 * these, as for an area manager.
 */
export interface VisibleSales {
  readonly companyGuid: string | null
  readonly outlets?: readonly OutletKey[]
}

/** Whether the caller sees the company's name and settings. One outlet of it is enough. */
export const seesCompany = ({ companyGuid, outlets }: VisibleSales, guid: string | undefined): boolean =>
  (companyGuid === null || companyGuid === guid) &&
  (outlets === undefined || outlets.some((outlet) => outlet.companyGuid === guid))

export const seesOutlet = (sight: VisibleSales, of: OutletKey | undefined): of is OutletKey =>
  of !== undefined &&
  (sight.companyGuid === null || sight.companyGuid === of.companyGuid) &&
  (sight.outlets === undefined || includesOutlet(sight.outlets, of))
