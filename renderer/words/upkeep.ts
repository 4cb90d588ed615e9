import { defineScreenWords } from './every-screen.ts'

/** Copies, backup and export. */
export const backupWords = defineScreenWords({
  en: {
    copies: 'Copies and backup',
    copies_text:
      'Resit copies every sale within a few seconds, and makes a full backup every day and after changes. The two newest stay, and the newest of each of the last seven days. Keep them on a USB drive or a second disk.',
    place: 'Kept in',
    free: '{{size}} GB free',
    last_try: 'Last tested',
    not_tried: 'not yet',
    trial_sound: 'It is in order: {{count}} documents, the last change at',
    trial_damaged:
      'The backup is not complete. Back up now, then test it again. If that fails too, choose another drive.',
    trial_none: 'There was no full backup yet. Back up now, then test it.',
    trial_no_room: 'This computer had no room to test it. Make room on its disk.',
    back_up_now: 'Back up now',
    backed_up: 'The full backup is ready.',
    try_backup: 'Test the backup',
    not_reached: 'Nothing can be written there now. Is the drive plugged in, and does it have room?',
    own_disk:
      'Not safe yet: your sales and their copies are on one disk. If it breaks, both are lost. Plug in a USB drive and choose it under Settings, Backup and export.',
    other_disk: 'Safe: if the disk with your sales breaks, the copies are on another one.',
    drives: 'Other drives of this computer. Two of them may be parts of one disk: choose one that you can unplug.',
    no_drives: 'No other drive was found. Plug in a USB drive: after a few seconds it appears here.',
    folder: 'Folder for copies and backups',
    choose_folder: 'Choose a folder',
    daily_at: 'Full backup every day at',
    daily_hint: 'If the computer is off then, it is made as soon as it is on again.',
    plan_saved:
      'Saved. The copies now go there. Another drive letter may still be the same disk: check that it is not.',
    by_server: 'A head office is backed up by its database server. Ask the person who looks after it.',
    documents_with_proof: 'Documents with proof',
    documents_text:
      'One file with everything of these days: every sale, document and answer with names and numbers, and the proof that nothing was changed. Keep it as safely as the documents. Any computer with Resit can check it.',
  },
  ms: {
    copies: 'Salinan dan sandaran',
    copies_text:
      'Sistem Resit menyalin setiap jualan dalam beberapa saat, dan membuat sandaran penuh setiap hari dan selepas perubahan. Dua yang terbaharu dikekalkan, dan yang terbaharu bagi setiap hari dalam tujuh hari terakhir. Simpan pada pemacu USB atau cakera kedua.',
    place: 'Disimpan di',
    free: '{{size}} GB kosong',
    last_try: 'Kali terakhir diuji',
    not_tried: 'belum lagi',
    trial_sound: 'Semuanya baik: {{count}} dokumen, perubahan terakhir pada',
    trial_damaged:
      'Sandaran ini tidak lengkap. Buat sandaran sekarang, kemudian uji lagi. Jika masih gagal, pilih pemacu lain.',
    trial_none: 'Belum ada sandaran penuh. Buat sandaran sekarang, kemudian uji.',
    trial_no_room: 'Komputer ini tiada ruang untuk mengujinya. Kosongkan ruang pada cakeranya.',
    back_up_now: 'Buat sandaran sekarang',
    backed_up: 'Sandaran penuh sudah siap.',
    try_backup: 'Uji sandaran',
    not_reached: 'Tiada apa boleh ditulis di situ sekarang. Adakah pemacu dipasang, dan ada ruang?',
    own_disk:
      'Belum selamat: jualan anda dan salinannya berada pada satu cakera. Jika ia rosak, kedua-duanya hilang. Pasang pemacu USB dan pilih di Tetapan, Sandaran dan eksport.',
    other_disk: 'Selamat: jika cakera jualan anda rosak, salinan ada pada cakera lain.',
    drives: 'Pemacu lain komputer ini. Dua daripadanya mungkin satu cakera: pilih yang boleh dicabut.',
    no_drives: 'Tiada pemacu lain ditemui. Pasang pemacu USB: ia muncul di sini selepas beberapa saat.',
    folder: 'Folder untuk salinan dan sandaran',
    choose_folder: 'Pilih folder',
    daily_at: 'Sandaran penuh setiap hari pada',
    daily_hint: 'Jika komputer tidak hidup ketika itu, sandaran dibuat sebaik sahaja ia hidup semula.',
    plan_saved:
      'Disimpan. Salinan kini dihantar ke situ. Huruf pemacu lain mungkin masih cakera yang sama: pastikan bukan.',
    by_server: 'Ibu pejabat disandarkan oleh pelayan pangkalan datanya. Tanya orang yang menjaganya.',
    documents_with_proof: 'Dokumen dengan bukti',
    documents_text:
      'Satu fail dengan semua bagi hari-hari ini: setiap jualan, dokumen dan jawapan dengan nama dan nombor, serta bukti bahawa tiada yang diubah. Simpan dengan selamat seperti dokumen itu sendiri. Mana-mana komputer dengan sistem Resit boleh menyemaknya.',
  },
  zh: {
    copies: '副本与备份',
    copies_text:
      'Resit 在几秒内复制每笔销售，每天以及更改之后都做一次完整备份。保留最新的两份，以及最近七天里每天最新的一份。请存到 U 盘或第二个磁盘。',
    place: '存放位置',
    free: '可用 {{size}} GB',
    last_try: '最近一次试恢复',
    not_tried: '尚未测试',
    trial_sound: '一切正常：{{count}} 张单据，最后更改于',
    trial_damaged: '备份不完整。请立即备份，然后再试。如仍失败，请选择另一个磁盘。',
    trial_none: '还没有完整备份。请立即备份，然后再试。',
    trial_no_room: '本电脑没有空间试恢复。请在其磁盘上腾出空间。',
    back_up_now: '立即备份',
    backed_up: '完整备份已完成。',
    try_backup: '试恢复备份',
    not_reached: '现在无法写入该位置。磁盘是否已插入并有空间？',
    own_disk:
      '尚不安全：您的销售和副本在同一个磁盘上。如果它损坏，两者都会丢失。请插入 U 盘，并在“设置”的“备份与导出”中选择。',
    other_disk: '安全：如果存放销售的磁盘损坏，副本在另一个磁盘上。',
    drives: '本电脑的其他磁盘。其中两个可能属于同一个磁盘：请选择可以拔下的。',
    no_drives: '没有找到其他磁盘。请插入 U 盘，几秒后会显示在这里。',
    folder: '存放副本和备份的文件夹',
    choose_folder: '选择文件夹',
    daily_at: '每天完整备份的时间',
    daily_hint: '如果那时电脑没开，则在下次开机后立即备份。',
    plan_saved: '已保存。副本现在存到那里。另一个盘符仍可能是同一个磁盘，请确认不是。',
    by_server: '总部由数据库服务器备份。请询问负责该服务器的人。',
    documents_with_proof: '单据及证明',
    documents_text:
      '一个文件，包含这些日子的全部内容：每笔销售、单据和回应（含姓名与号码），以及没有任何改动的证明。请像单据本身一样妥善保管。任何装有 Resit 的电脑都能检查它。',
  },
  one: {
    trial_sound: 'It is in order: {{count}} document, the last change at',
  },
})
