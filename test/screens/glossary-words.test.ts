import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../renderer/words/', import.meta.url)
const shared = new URL('../../shared/words/', import.meta.url)

/** Retired words, and the words that replace them. */
const retired: Readonly<Record<'en' | 'ms' | 'zh', Readonly<Record<string, RegExp>>>> = {
  en: {
    'Go back, Keep it': /^Do nothing/,
    'fields need fixing; Correct': /\b[Mm]end\b|\bEach stands at its field/,
    Required: /field is missing/,
    'Needs attention': /[Nn]eeds somebody/,
    'Buyer details, No buyer details': /[Nn]obody named|[Nn]amed buyer/,
    'ID type': /[Kk]ind of number/,
    Consolidate: /^Combine|[Pp]ut together/,
    'Consolidate again': /\banew\b/,
    'someone; the person who': /\b([Ss]omebody|[Nn]obody|[Ww]hoever|[Ee]verybody)\b/,
    'match, not match': /belong together/,
    Refund: /^Give back|given back/,
    'Payment method': /Means of payment/,
    Town: /\bCity\b/,
    'E-mail': /\b[Ee]mail\b/,
    'Deactivate, Revoke': /sign in no more|^Take back/,
    'Close with open items': /with remainders/,
    Dismiss: /results away/,
    'Valid; explained on Today': /^Declared\b.|see it declared/,
    'Confirm PIN': /PIN once more/,
    'Create owner': /Make the owner/,
    'Send attempts, History': /Every try to send|^What happened$/,
    'Subtotal (excl. tax)': /^Without tax/,
    'Waiting receipts, Oldest': /Receipts that wait|^Oldest of/,
    'Go offline for…, Back to normal': /Away for so long|All well again/,
    'Check with MyInvois': /Look it up now|[Cc]heck(ing)? with LHDN/,
    'We are checking': /is finding out/,
    Fingerprint: /[Hh]ead code/,
    'MyInvois (LHDN)': /[Tt]ax authority/,
    'a real plural': /\w\(s\)/,
    Resit: /\bgateway\b/i,
    'To do': /on the queue|\boutbox\b/,
    'MyInvois test': /\bSANDBOX\b|MyInvois sandbox/,
    'MyInvois access': /\bcredentials\b/i,
    Restore: /[Bb]r(ing|ought) .*\bback\b|[Pp]ut .*\bback\b/,
    'password store': /key store/,
    Classification: /\bClass\b/,
  },
  ms: {
    Resit: /get laluan|gerbang/i,
    Percubaan: /kotak pasir/i,
    'e-Invois': /[eE]-invois/,
    Keadaan: /Kesihatan/,
    'mesin POS': /mesin (juruwang|tunai)|\bkaunter\b/i,
    'mansuhkan (void)': /lupus/i,
    'sistem Resit': /(?<![Ss]istem )\bResit (menjawab|terus|sedang|terhenti|kemudian|berhenti|menyalin|menghantar)/,
    Tugasan: /dalam giliran/,
    'bil kendiri': /bil sendiri/i,
    pulihkan: /kembalikan salinan/i,
    'tanpa perubahan': /seadanya/i,
    'akses MyInvois': /kelayakan/i,
    Kakitangan: /^Orang$|Tetapan, Orang/,
    Klasifikasi: /\bkelas\b/i,
    'pengakuan sukarela': /pendedahan/i,
    diisytiharkan: /diisytihar\b/i,
    dijeda: /dihentikan sementara/,
    digit: /\bangka\b/,
    'TIN umum': /TIN am\b/,
    'stor kata laluan': /stor kunci/i,
    'tidak boleh diubah semula': /diundur/,
  },
  zh: {
    Resit: /网关/,
    测试环境: /沙盒/,
    邮政编码: /邮编/,
    市镇: /城市/,
    州属: /州(?!属)/,
    电子邮件: /电子邮箱/,
    张单据: /份单据/,
    结果未明: /结果未知/,
    '待办、发送': /队列/,
    凭据: /凭证/,
    单据: /文件(?![夹数])(?=会|等|才|没有自己)|份(未|被|单)/,
    分类: /类别/,
    'Client Secret': /客户端密钥(?!）)/,
    密码库: /密钥库/,
    被拒绝: /被拒$/,
    '电子邮件 ': /电邮/,
    注册号: /登记号/,
    门户: /门户网站/,
  },
}

/** Some sentences have another form for a count of one. */
const ofOne = ({ one = {} }: Room) => Object.fromEntries(Object.entries(one).map(([key, text]) => [`${key}_one`, text]))

type Room = Readonly<Record<keyof typeof retired, Readonly<Record<string, string>>>> & {
  readonly one?: Readonly<Record<string, string>>
}

/** All sentences of the screens in a language, with their places. */
async function saidIn(language: keyof typeof retired): Promise<readonly (readonly [place: string, text: string])[]> {
  const files = readdirSync(folder).filter((name) => name !== 'language.ts')
  const loaded = await Promise.all(
    files.map(
      async (file) => [file, (await import(new URL(file, folder).href)) as Readonly<Record<string, Room>>] as const,
    ),
  )
  return loaded.flatMap(([file, rooms]) =>
    Object.values(rooms).flatMap((room) =>
      Object.entries({ ...room[language], ...(language === 'en' && ofOne(room)) }).map(
        ([key, text]) => [`${file} ${key}`, text] as const,
      ),
    ),
  )
}

test.each(Object.keys(retired) as (keyof typeof retired)[])(
  'the screens say the words of today, in %s',
  async (language) => {
    const said = await saidIn(language)
    expect(said.length).toBeGreaterThan(600)
    const old = Object.entries(retired[language])
    const found = said.flatMap(([place, text]) =>
      old.flatMap(([better, word]) => (word.test(text) ? [`${place}: “${text}” → ${better}`] : [])),
    )
    expect(found).toEqual([])
  },
)

test('nor do the gateway, the desktop and the buyer’s page say an old word in Malay or Chinese', () => {
  const files = readdirSync(shared).filter((name) => name !== 'en.ts')
  const old = [...Object.entries(retired.ms), ...Object.entries(retired.zh)]
  const found = files.flatMap((file) => {
    const text = readFileSync(new URL(file, shared), 'utf8')
    return old.flatMap(([better, word]) => (word.test(text) ? [`${file}: ${word.exec(text)?.[0]} → ${better}`] : []))
  })
  expect(found).toEqual([])
})
