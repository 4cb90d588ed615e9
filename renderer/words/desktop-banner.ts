import { defineWords } from '../../shared/words/engine.ts'

/** What the desktop says above every screen. */
export const desktopBannerWords = defineWords({
  en: {
    starting: 'Resit is starting. Tills can connect in a moment.',
    restarting: 'Resit stopped and is starting again (restart {{count}}). Documents that were accepted are kept.',
    away: 'Resit on this computer does not answer. Ask the person who looks after this computer to start it.',
    refused: 'Resit cannot run.',
    start_again: 'Try again now',
    start_program_again: 'Start Resit again',
    locked:
      'The password store of this computer is locked. Tills can go on selling, but nothing can be sent to MyInvois. Unlock it, for example with the password of this computer when it asks. If this message stays, start Resit again.',
    lost: 'The password store of this computer cannot open what Resit kept. Nothing was changed and tills can go on selling, but nothing can be sent to MyInvois. Unlock the password store, or sign in to the computer as the person who set up Resit, then start Resit again.',
    unprotected: 'This computer has no password store: passwords are kept in a file that only this user can read.',
    update_ready: 'Version {{version}} is ready to install.',
    update_now: 'Install now',
    update_in_flight: 'A document is being sent. Try again in a minute.',
    update_administrator: 'It needs an administrator of this computer.',
    update_refused:
      'An update was refused because it is not an official version. Tell the person who looks after this computer.',
  },
  ms: {
    starting: 'Sistem Resit sedang dimulakan. Mesin POS boleh bersambung sebentar lagi.',
    restarting:
      'Sistem Resit terhenti dan sedang bermula semula (kali ke-{{count}}). Dokumen yang telah diterima tetap disimpan.',
    away: 'Sistem Resit pada komputer ini tidak menjawab. Minta penjaga komputer ini memulakannya.',
    refused: 'Sistem Resit tidak dapat berjalan.',
    start_again: 'Cuba lagi sekarang',
    start_program_again: 'Mulakan sistem Resit semula',
    locked:
      'Stor kata laluan komputer ini terkunci. Mesin POS boleh terus menjual, tetapi tiada apa dapat dihantar kepada MyInvois. Buka kuncinya, misalnya dengan kata laluan komputer ini apabila diminta. Jika mesej ini masih ada, mulakan sistem Resit semula.',
    lost: 'Stor kata laluan komputer ini tidak dapat membuka apa yang disimpan oleh sistem Resit. Tiada apa diubah dan mesin POS boleh terus menjual, tetapi tiada apa dapat dihantar kepada MyInvois. Buka kunci stor kata laluan itu, atau log masuk ke komputer sebagai orang yang menyediakan sistem Resit, kemudian mulakan sistem Resit semula.',
    unprotected:
      'Komputer ini tiada stor kata laluan: kata laluan disimpan dalam fail yang hanya boleh dibaca oleh pengguna ini.',
    update_ready: 'Versi {{version}} sedia dipasang.',
    update_now: 'Pasang sekarang',
    update_in_flight: 'Satu dokumen sedang dihantar. Cuba lagi selepas seminit.',
    update_administrator: 'Ia memerlukan pentadbir komputer ini.',
    update_refused:
      'Kemas kini ditolak kerana bukan versi yang dikeluarkan secara rasmi. Beritahu penjaga komputer ini.',
  },
  zh: {
    starting: 'Resit 正在启动，收银机稍后即可连接。',
    restarting: 'Resit 停止后正在重新启动（第 {{count}} 次）。已接受的单据都保存着。',
    away: '本机的 Resit 没有回应。请让管理这台电脑的人启动它。',
    refused: 'Resit 无法运行。',
    start_again: '立即重试',
    start_program_again: '重新启动 Resit',
    locked:
      '本机的密码库已锁定。收银机可以继续销售，但无法向 MyInvois 发送。请将它解锁，例如在提示时输入这台电脑的密码。如果此提示仍在，请重新启动 Resit。',
    lost: '本机的密码库打不开 Resit 存放的内容。没有任何改动，收银机可以继续销售，但无法向 MyInvois 发送。请解锁密码库，或以设置 Resit 的人登录电脑，然后重新启动 Resit。',
    unprotected: '这台电脑没有密码库：密码存放在只有此用户能读的文件中。',
    update_ready: '版本 {{version}} 可以安装了。',
    update_now: '立即安装',
    update_in_flight: '有单据正在发送，请一分钟后再试。',
    update_administrator: '需要这台电脑的管理员。',
    update_refused: '更新被拒绝，因为它不是正式发布的版本。请告诉管理这台电脑的人。',
  },
})
