import type { Language } from './words.ts'

/** The words of the page on which a buyer asks for an e-invoice. */
export type BuyerWord =
  | 'title'
  | 'language'
  | 'prove'
  | 'code'
  | 'total'
  | 'go_on'
  | 'shop'
  | 'date'
  | 'details'
  | 'name'
  | 'tin'
  | 'id_type'
  | 'NRIC'
  | 'PASSPORT'
  | 'BRN'
  | 'ARMY'
  | 'id_number'
  | 'email'
  | 'phone'
  | 'address'
  | 'city'
  | 'postcode'
  | 'state'
  | 'country'
  | 'ask'
  | 'use'
  | 'unknown'
  | 'wrong_proof'
  | 'too_often'
  | 'wrong_taxpayer'
  | 'needs_tin'
  | 'try_later'
  | 'done'
  | 'follow'
  | 'under_way'
  | 'valid'
  | 'pdf'
  | 'refused'
  | 'converted'
  | 'cancelled'
  | 'consolidated'
  | 'over'
  | 'refunded'
  | 'not_here'

export const buyerWords: Readonly<Record<Language, Readonly<Record<BuyerWord, string>>>> = {
  en: {
    title: 'E-invoice for your receipt',
    language: 'Language',
    prove: 'Type these two as they are printed on your receipt.',
    code: 'Receipt number',
    total: 'Total in RM',
    go_on: 'Show my receipt',
    shop: 'Shop',
    date: 'Date',
    details: 'Who is the e-invoice for?',
    name: 'Name of the person or company',
    tin: 'Tax number (TIN), if you know it',
    id_type: 'ID type',
    NRIC: 'MyKad, MyTentera (NRIC)',
    PASSPORT: 'Passport',
    BRN: 'Company registration (BRN)',
    ARMY: 'Army number',
    id_number: 'ID number',
    email: 'E-mail',
    phone: 'Telephone, digits only',
    address: 'Address',
    city: 'Town',
    postcode: 'Postcode',
    state: 'State',
    country: 'Country',
    ask: 'Ask for the e-invoice',
    use: 'The shop uses this for your e-invoice and sends it to MyInvois. Nothing is kept on this phone.',
    unknown: 'We do not know this receipt. Scan the code on your receipt again, or ask the shop.',
    wrong_proof: 'Receipt number and total do not match this receipt. Look at it and type them again.',
    too_often: 'Too many tries. Wait a while and try again, or ask the shop.',
    wrong_taxpayer: 'MyInvois does not know this tax number together with this ID number.',
    needs_tin: 'MyInvois finds no tax number for this company registration. Type the tax number (TIN) of the company.',
    try_later: 'This does not work at the moment. Your receipt is as it was. Try again later.',
    done: 'We have it. The e-invoice goes to MyInvois in your name.',
    follow: 'See your e-invoice. Keep this link for yourself; it works for 7 days.',
    under_way: 'Your e-invoice is on its way to MyInvois. This page updates itself.',
    pdf: 'Save it as PDF',
    valid: 'Your e-invoice is valid. Open it here, or scan the code.',
    refused: 'MyInvois did not accept the e-invoice. The shop has been told; ask the shop.',
    converted: 'An e-invoice was already asked for with this receipt. Ask the shop if that was not you.',
    cancelled: 'The shop has cancelled this sale. There is no e-invoice for it.',
    consolidated:
      'The shop has already reported this receipt together with others. An e-invoice of your own is no longer possible here; ask the shop.',
    over: 'An e-invoice can be asked for until the end of the month of the sale. That month is over; ask the shop.',
    refunded: 'The shop has refunded this receipt in full. There is no e-invoice for it; ask the shop.',
    not_here: 'This receipt cannot become an e-invoice here at the moment. Ask the shop.',
  },
  ms: {
    title: 'e-Invois untuk resit anda',
    language: 'Bahasa',
    prove: 'Taip dua perkara ini seperti yang dicetak pada resit anda.',
    code: 'Nombor resit',
    total: 'Jumlah dalam RM',
    go_on: 'Tunjukkan resit saya',
    shop: 'Kedai',
    date: 'Tarikh',
    details: 'e-Invois ini untuk siapa?',
    name: 'Nama orang atau syarikat',
    tin: 'Nombor cukai (TIN), jika anda tahu',
    id_type: 'Jenis pengenalan',
    NRIC: 'MyKad, MyTentera (NRIC)',
    PASSPORT: 'Pasport',
    BRN: 'Pendaftaran syarikat (BRN)',
    ARMY: 'Nombor tentera',
    id_number: 'Nombor pengenalan',
    email: 'E-mel',
    phone: 'Telefon, digit sahaja',
    address: 'Alamat',
    city: 'Bandar',
    postcode: 'Poskod',
    state: 'Negeri',
    country: 'Negara',
    ask: 'Minta e-Invois',
    use: 'Kedai menggunakan maklumat ini untuk e-Invois anda dan menghantarnya ke MyInvois. Tiada apa-apa disimpan pada telefon ini.',
    unknown: 'Kami tidak mengenali resit ini. Imbas semula kod pada resit anda, atau tanya kedai.',
    wrong_proof: 'Nombor resit dan jumlah ini bukan milik resit ini. Lihat resit dan taip semula.',
    too_often: 'Terlalu kerap. Tunggu sebentar dan cuba lagi, atau tanya kedai.',
    wrong_taxpayer: 'MyInvois tidak mengenali nombor cukai ini bersama nombor pengenalan ini.',
    needs_tin: 'MyInvois tidak menemui nombor cukai untuk pendaftaran syarikat ini. Taip nombor cukai (TIN) syarikat.',
    try_later: 'Ini tidak dapat dilakukan sekarang. Resit anda tidak berubah. Cuba lagi nanti.',
    done: 'Sudah diterima. e-Invois dihantar ke MyInvois atas nama anda.',
    follow: 'Lihat e-Invois anda. Simpan pautan ini untuk diri anda; ia berfungsi selama 7 hari.',
    under_way: 'e-Invois anda sedang dihantar ke MyInvois. Halaman ini dikemas kini sendiri.',
    pdf: 'Simpan sebagai PDF',
    valid: 'e-Invois anda sah. Buka di sini, atau imbas kod.',
    refused: 'MyInvois tidak menerima e-Invois ini. Kedai telah dimaklumkan; tanya kedai.',
    converted: 'e-Invois sudah diminta dengan resit ini. Tanya kedai jika itu bukan anda.',
    cancelled: 'Kedai telah membatalkan jualan ini. Tiada e-Invois untuknya.',
    consolidated:
      'Kedai telah melaporkan resit ini bersama resit lain. e-Invois anda sendiri tidak boleh dibuat lagi di sini; tanya kedai.',
    over: 'e-Invois boleh diminta sehingga akhir bulan jualan. Bulan itu telah tamat; tanya kedai.',
    refunded: 'Kedai telah membayar balik resit ini sepenuhnya. Tiada e-Invois untuknya; tanya kedai.',
    not_here: 'Resit ini tidak dapat dijadikan e-Invois di sini sekarang. Tanya kedai.',
  },
  zh: {
    title: '为您的收据申请电子发票',
    language: '语言',
    prove: '请照收据上所印的输入以下两项。',
    code: '收据号码',
    total: '总额（RM）',
    go_on: '显示我的收据',
    shop: '商店',
    date: '日期',
    details: '电子发票开给谁？',
    name: '个人或公司名称',
    tin: '税号（TIN），如您知道',
    id_type: '证件类型',
    NRIC: 'MyKad、MyTentera（NRIC）',
    PASSPORT: '护照',
    BRN: '公司注册号（BRN）',
    ARMY: '军人证号',
    id_number: '证件号码',
    email: '电子邮件',
    phone: '电话（只填数字）',
    address: '地址',
    city: '市镇',
    postcode: '邮政编码',
    state: '州属',
    country: '国家',
    ask: '申请电子发票',
    use: '商店用这些资料开具您的电子发票并发送至 MyInvois。此手机上不保存任何内容。',
    unknown: '找不到这张收据。请重新扫描收据上的二维码，或询问商店。',
    wrong_proof: '收据号码和总额与这张收据不符。请查看收据后重新输入。',
    too_often: '次数过多。请稍后再试，或询问商店。',
    wrong_taxpayer: 'MyInvois 没有与此证件号码相符的税号。',
    needs_tin: 'MyInvois 找不到此公司注册号的税号。请输入公司的税号（TIN）。',
    try_later: '目前无法办理。您的收据没有变动。请稍后再试。',
    done: '已收到。电子发票将以您的名义发送至 MyInvois。',
    follow: '查看您的电子发票。此链接只供您本人使用，7 天内有效。',
    under_way: '您的电子发票正在发送至 MyInvois。此页面会自动更新。',
    pdf: '保存为 PDF',
    valid: '您的电子发票有效。请在此打开，或扫描二维码。',
    refused: 'MyInvois 没有接受这张电子发票。商店已获通知；请询问商店。',
    converted: '这张收据已申请过电子发票。若不是您申请的，请询问商店。',
    cancelled: '商店已取消这笔销售，没有电子发票。',
    consolidated: '商店已把这张收据与其他收据合并申报。此处不能再单独开具电子发票；请询问商店。',
    over: '电子发票只能在销售当月月底前申请。该月已结束；请询问商店。',
    refunded: '商店已为这张收据全额退款，不能再为它开电子发票；请询问商店。',
    not_here: '这张收据目前无法在此转为电子发票。请询问商店。',
  },
}
