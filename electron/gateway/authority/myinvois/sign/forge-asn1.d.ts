/** Only forge's reader of DER: the whole of forge would be loaded at every start. */
declare module 'node-forge/lib/asn1.js' {
  import { asn1 } from 'node-forge'

  export default asn1
}
