import { defineScreenWords } from './every-screen.ts'

/** Which till this computer is. */
export const tillChoiceWords = defineScreenWords({
  en: {
    title: 'Which till is this?',
    text: 'Sales made on this computer belong to this till. You are asked only once; a supervisor can change it.',
    no_company: 'No company is set up here yet. The owner does that in Settings.',
    outlet_hint: 'The shop where it stands, such as Bangsar.',
    terminal_hint: 'What you call it, such as T1. Each till has its own name.',
    required: 'Required',
  },
  ms: {
    title: 'Ini mesin POS yang mana?',
    text: 'Jualan di komputer ini milik mesin POS ini. Anda ditanya sekali sahaja; penyelia boleh mengubahnya.',
    no_company: 'Belum ada syarikat di sini. Pemilik menyediakannya dalam Tetapan.',
    outlet_hint: 'Kedai tempat ia berada, contohnya Bangsar.',
    terminal_hint: 'Nama yang anda gunakan, contohnya T1. Setiap mesin POS ada namanya sendiri.',
    required: 'Wajib diisi',
  },
  zh: {
    title: '这是哪台收银机？',
    text: '在这台电脑上做的销售属于这台收银机。只问一次；主管可以更改。',
    no_company: '这里还没有设置公司。店主在“设置”中设置。',
    outlet_hint: '它所在的店，例如 Bangsar。',
    terminal_hint: '你们对它的称呼，例如 T1。每台收银机各有自己的名称。',
    required: '必填',
  },
})
