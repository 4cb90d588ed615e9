import { defineWords } from '../../shared/words/engine.ts'

/** Actors of the journal that are not people, as the journal names them. */
export const nonUserActorWords = defineWords({
  en: {
    nobody: 'Someone at the sign-in',
    control: 'Command line',
    consolidation: 'Consolidation',
    portal: 'on the MyInvois portal',
    buyer: 'The buyer, on the page of the receipt',
  },
  ms: {
    nobody: 'Seseorang semasa log masuk',
    control: 'Baris perintah',
    consolidation: 'Penyatuan',
    portal: 'di portal MyInvois',
    buyer: 'Pembeli, di halaman resit',
  },
  zh: {
    nobody: '登录处的某人',
    control: '命令行',
    consolidation: '合并',
    portal: '在 MyInvois 门户上',
    buyer: '买方（收据页面）',
  },
})
