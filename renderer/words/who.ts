import { defineWords } from '../../shared/words/engine.ts'

/** Actors of the journal that are not people, as the journal names them; and who allowed what another did. */
export const nonUserActorWords = defineWords({
  en: {
    nobody: 'Someone at the sign-in',
    control: 'Command line',
    consolidation: 'Consolidation',
    portal: 'on the MyInvois portal',
    buyer: 'The buyer, on the page of the receipt',
    allowed_by: 'allowed by {{name}}',
  },
  ms: {
    nobody: 'Seseorang semasa log masuk',
    control: 'Baris perintah',
    consolidation: 'Penyatuan',
    portal: 'di portal MyInvois',
    buyer: 'Pembeli, di halaman resit',
    allowed_by: 'dibenarkan oleh {{name}}',
  },
  zh: {
    nobody: '登录处的某人',
    control: '命令行',
    consolidation: '合并',
    portal: '在 MyInvois 门户上',
    buyer: '买方（收据页面）',
    allowed_by: '由 {{name}} 批准',
  },
})
