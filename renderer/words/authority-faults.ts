import { defineScreenWords } from './every-screen.ts'

/** What MyInvois found wrong, by the field that mends it. */
export const refusedFieldWords = defineScreenWords({
  en: {
    refused_field: '{{field}}: MyInvois does not accept it. Check it and correct it.',
    refused_tin: '{{field}}: MyInvois does not know it, or it does not match the ID number. Ask the buyer.',
    refused_elsewhere:
      'MyInvois refuses something that is not in this form. Show a supervisor what it says under “Details”.',
    line: 'Line {{number}} · {{field}}',
    details: 'Details (in the words of MyInvois)',
    LINES: 'Address',
    RATE: 'Tax rate',
    EXCHANGE_RATE: 'Exchange rate',
    SALE_GUID: 'Document it corrects',
  },
  ms: {
    refused_field: '{{field}}: MyInvois tidak menerimanya. Semak dan betulkan.',
    refused_tin: '{{field}}: tidak dikenali atau tidak sepadan dengan nombor pengenalan. Tanya pembeli.',
    refused_elsewhere:
      'MyInvois menolak sesuatu yang tiada dalam borang ini. Tunjukkan kepada penyelia apa yang tertulis di “Butiran”.',
    line: 'Baris {{number}} · {{field}}',
    details: 'Mesej asal MyInvois',
    LINES: 'Alamat',
    RATE: 'Kadar cukai',
    EXCHANGE_RATE: 'Kadar tukaran',
    SALE_GUID: 'Dokumen yang dibetulkan',
  },
  zh: {
    refused_field: '{{field}}：MyInvois 不接受。请核对并更正。',
    refused_tin: '{{field}}：MyInvois 查无此号，或与证件号码不符。请向买方核对。',
    refused_elsewhere: 'MyInvois 拒绝的内容不在此表单中。请让主管看“详情”中的内容。',
    line: '第 {{number}} 行 · {{field}}',
    details: '详情（MyInvois 的原话）',
    LINES: '地址',
    RATE: '税率',
    EXCHANGE_RATE: '汇率',
    SALE_GUID: '所更正的单据',
  },
})
