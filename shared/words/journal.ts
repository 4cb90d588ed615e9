import type { FindingCode, JournalFinding } from '../domain/journal-finding.ts'
import { defineWords, sayIn } from './engine.ts'
import type { Language } from './words.ts'

/** How the journal stands, what was found in it, and what a person can do about it. */
export type JournalWord =
  | FindingCode
  | 'sound'
  | 'mended'
  | 'replayed'
  | 'mistrusted'
  | 'trusted'
  | 'trusted_paused'
  | 'backup_unsent'
  | 'nothing_found'
  | 'history_differs'
  | 'and_more'

export const journalWords = defineWords<JournalWord>({
  en: {
    sound: 'The journal agrees with the database: {{lines}} lines, fingerprint {{code}}.',
    mended:
      'The database had lost {{replayed}} of its journal and has them again; {{mistrusted}} looked up before anything is sent. Fingerprint {{code}}.',
    replayed: '{{count}} lines',
    mistrusted: '{{count}} documents are',
    trusted: 'The journal is trusted again. What was not sent yet is looked up first.',
    trusted_paused:
      'The journal is trusted again. {{count}} documents of the backup were not sent yet, and what was voided after the backup is not known here. So sending is paused: say of each one that was voided that it does not count, then resume sending (“resit resume”). If consolidation was changed between months and days after the backup, look for its documents on the MyInvois portal before the next run.',
    backup_unsent:
      'A backup was put back: {{count}} documents were not sent yet, and may have been voided after it. Look through them, then resume.',
    nothing_found: 'There is nothing to trust: the journal agrees with the database.',
    history_differs:
      'What was kept is itself in doubt, and no word repairs that. Keep a copy of the data folder, then put a backup back with “resit restore FILE” or make the database anew with “resit restore --from-journal”.',
    and_more: 'And {{count}} more.',
    line_differs:
      'The journal and the database say different things in line {{line}} (record {{record}}). Nothing is sent. Keep a copy of the data folder, then run “resit verify”.',
    file_missing:
      'The file {{detail}} of the journal is missing. Nothing is sent. If an antivirus program took it away, have it put back and start the gateway again; else run “resit trust --reason TEXT” to have the journal written anew from the database.',
    line_damaged:
      'The journal cannot be read from line {{line}} on (record {{record}}). Nothing is sent. If the disk was at fault, run “resit trust --reason TEXT”.',
    lines_lost:
      'From line {{line}} on, {{detail}} line(s) or more of the journal and the database are gone: sales that tills were answered for may be among them. Nothing is sent. Keep a copy of the data folder, compare with the authority, have the tills send again what is missing, then run “resit trust --reason TEXT”.',
    rolled_back:
      'The data folder is an older one than was here before ({{detail}}): what happened since is not known here. Nothing is sent. If you put it back on purpose, run “resit trust --reason TEXT”: everything unsent is looked up first, and waits until “resit resume”.',
    copy_beside:
      'This data folder is a copy, and the one it was made from is still there: {{detail}}. Nothing is sent, so that two never send the same documents. Work with that one; if this one is to go on, delete that one and run “resit trust --reason TEXT”.',
    entry_changed:
      'The database was changed in line {{line}} (record {{record}}). Nothing is sent. Keep a copy of the data folder, then run “resit restore --from-journal”.',
    entry_unlined:
      'The database has an entry that the gateway did not write ({{detail}}). Nothing is sent. Keep a copy of the data folder, then run “resit verify”.',
    journal_cut:
      'The journal ends before line {{line}}, which its anchor proves. Nothing is sent. If somebody moved its files, put them back; else run “resit trust --reason TEXT”.',
    row_damaged:
      'Record {{record}} is not what was written: somebody or something changed it. Nothing is sent. Run “resit trust --reason TEXT” to have it made anew from its history.',
    body_damaged:
      'What the till sent of record {{record}} is not what was kept: the disk or somebody damaged it. Everything else goes on. Keep a copy of the data folder, have the disk checked, then make the database anew with “resit restore --from-journal”.',
    row_differs:
      'Record {{record}} is not what its history makes of it ({{detail}}). Nothing is sent. Run “resit trust --reason TEXT” to have it made anew.',
    database_damaged:
      'The database is damaged ({{detail}}). Nothing is sent. Keep a copy of the data folder, then put a backup back with “resit restore FILE”.',
    anchor_missing:
      'The anchor of the journal is gone, so nobody can tell whether something is missing. Nothing is sent. If you moved the folder, put it back; else run “resit trust --reason TEXT”.',
    anchor_forged:
      'The anchor of the journal was changed. Nothing is sent. Find out by whom, then run “resit trust --reason TEXT”.',
    seal_locked:
      'The seal of the journal cannot be opened: the key store of this computer is locked or has changed. Nothing is sent until it opens. Unlock it and start Resit again; if it is lost for good, run “resit trust --reason TEXT”.',
    seal_missing:
      'This data belongs to another installation, or its seal was lost. Nothing is sent, so that two tills never send the same documents. If this is the only one, run “resit trust --reason TEXT”.',
  },
  ms: {
    sound: 'Jurnal sepadan dengan pangkalan data: {{lines}} baris, cap jari {{code}}.',
    mended:
      'Pangkalan data kehilangan {{replayed}} jurnalnya dan sudah memilikinya semula; {{mistrusted}} disemak sebelum apa-apa dihantar. Cap jari {{code}}.',
    replayed: '{{count}} baris',
    mistrusted: '{{count}} dokumen',
    trusted: 'Jurnal dipercayai semula. Apa yang belum dihantar disemak dahulu.',
    trusted_paused:
      'Jurnal dipercayai semula. {{count}} dokumen daripada sandaran belum dihantar, dan pembatalan selepas sandaran tidak diketahui di sini. Oleh itu penghantaran dijeda: tandakan setiap dokumen yang telah dibatalkan sebagai tidak dikira, kemudian sambung penghantaran (“resit resume”). Jika penyatuan ditukar antara bulanan dan harian selepas sandaran, cari dokumennya di portal MyInvois sebelum penyatuan seterusnya.',
    backup_unsent:
      'Sandaran telah dipulihkan: {{count}} dokumen belum dihantar dan mungkin telah dibatalkan selepasnya. Semak semuanya, kemudian sambung.',
    nothing_found: 'Tiada apa-apa untuk dipercayai: jurnal sepadan dengan pangkalan data.',
    history_differs:
      'Sejarah yang disimpan itu sendiri diragui dan tidak boleh dibaiki dengan pengesahan. Simpan salinan folder data, kemudian pulihkan sandaran dengan “resit restore FILE” atau bina semula pangkalan data dengan “resit restore --from-journal”.',
    and_more: 'Dan {{count}} lagi.',
    line_differs:
      'Jurnal dan pangkalan data berbeza pada baris {{line}} (rekod {{record}}). Tiada apa-apa dihantar. Simpan salinan folder data, kemudian jalankan “resit verify”.',
    file_missing:
      'Fail jurnal {{detail}} tiada. Tiada apa-apa dihantar. Jika program antivirus mengalihkannya, letakkan semula dan mulakan semula get laluan; jika tidak, jalankan “resit trust --reason TEKS” supaya jurnal ditulis semula daripada pangkalan data.',
    line_damaged:
      'Jurnal tidak dapat dibaca mulai baris {{line}} (rekod {{record}}). Tiada apa-apa dihantar. Jika cakera puncanya, jalankan “resit trust --reason TEKS”.',
    lines_lost:
      'Mulai baris {{line}}, {{detail}} baris atau lebih jurnal dan pangkalan data telah hilang: jualan yang telah dijawab kepada terminal mungkin termasuk. Tiada apa-apa dihantar. Simpan salinan folder data, bandingkan dengan pihak berkuasa, minta terminal menghantar semula yang tiada, kemudian jalankan “resit trust --reason TEKS”.',
    rolled_back:
      'Folder data ini lebih lama daripada yang ada di sini sebelumnya ({{detail}}): apa yang berlaku selepas itu tidak diketahui di sini. Tiada apa-apa dihantar. Jika anda memulihkannya dengan sengaja, jalankan “resit trust --reason TEKS”: semua yang belum dihantar disemak dahulu, dan menunggu sehingga “resit resume”.',
    copy_beside:
      'Folder data ini ialah salinan, dan yang asal masih ada: {{detail}}. Tiada apa-apa dihantar supaya dokumen yang sama tidak dihantar dua kali. Gunakan yang asal; jika yang ini mahu diteruskan, padam yang asal dan jalankan “resit trust --reason TEKS”.',
    entry_changed:
      'Pangkalan data diubah pada baris {{line}} (rekod {{record}}). Tiada apa-apa dihantar. Simpan salinan folder data, kemudian jalankan “resit restore --from-journal”.',
    entry_unlined:
      'Pangkalan data mempunyai catatan yang tidak ditulis oleh get laluan ({{detail}}). Tiada apa-apa dihantar. Simpan salinan folder data, kemudian jalankan “resit verify”.',
    journal_cut:
      'Jurnal berakhir sebelum baris {{line}} yang dibuktikan oleh sauhnya. Tiada apa-apa dihantar. Jika failnya dialihkan, letakkan semula; jika tidak, jalankan “resit trust --reason TEKS”.',
    row_damaged:
      'Rekod {{record}} bukan seperti yang ditulis: ia telah diubah. Tiada apa-apa dihantar. Jalankan “resit trust --reason TEKS” untuk membinanya semula daripada sejarahnya.',
    body_damaged:
      'Apa yang dihantar terminal bagi rekod {{record}} bukan lagi seperti yang disimpan: ia dirosakkan oleh cakera atau seseorang. Yang lain berjalan seperti biasa. Simpan salinan folder data, minta cakera diperiksa, kemudian bina semula pangkalan data dengan “resit restore --from-journal”.',
    row_differs:
      'Rekod {{record}} tidak sepadan dengan sejarahnya ({{detail}}). Tiada apa-apa dihantar. Jalankan “resit trust --reason TEKS” untuk membinanya semula.',
    database_damaged:
      'Pangkalan data rosak ({{detail}}). Tiada apa-apa dihantar. Simpan salinan folder data, kemudian pulihkan sandaran dengan “resit restore FILE”.',
    anchor_missing:
      'Sauh jurnal tiada, jadi tidak dapat dipastikan sama ada sesuatu hilang. Tiada apa-apa dihantar. Jika folder dialihkan, letakkan semula; jika tidak, jalankan “resit trust --reason TEKS”.',
    anchor_forged:
      'Sauh jurnal telah diubah. Tiada apa-apa dihantar. Ketahui siapa yang mengubahnya, kemudian jalankan “resit trust --reason TEKS”.',
    seal_locked:
      'Meterai jurnal tidak dapat dibuka: stor kunci komputer ini terkunci atau telah berubah. Tiada apa dihantar sehingga ia dapat dibuka. Buka kuncinya dan mulakan Resit semula; jika hilang selama-lamanya, jalankan “resit trust --reason TEXT”.',
    seal_missing:
      'Data ini milik pemasangan lain, atau meterainya hilang. Tiada apa-apa dihantar supaya dua terminal tidak menghantar dokumen yang sama. Jika ini satu-satunya, jalankan “resit trust --reason TEKS”.',
  },
  zh: {
    sound: '日志与数据库一致：{{lines}} 行，指纹 {{code}}。',
    mended: '数据库丢失了日志中的 {{replayed}}，现已恢复；{{mistrusted}}会先查询，之后才发送。指纹 {{code}}。',
    replayed: '{{count}} 行',
    mistrusted: '{{count}} 张单据',
    trusted: '日志已重新受信任。尚未发送的文件会先查询。',
    trusted_paused:
      '日志已重新受信任。备份中有 {{count}} 张单据尚未发送，而备份之后作废了哪些，这里并不知道。因此已暂停发送：请将已作废的单据逐一标记为不作数，然后恢复发送（“resit resume”）。如果备份之后合并电子发票曾在按月与按日之间更改，请在下次合并之前先到 MyInvois 门户查找其文件。',
    backup_unsent: '已恢复备份：{{count}} 张单据尚未发送，可能在备份之后已作废。请逐一核对，然后恢复发送。',
    nothing_found: '无需确认：日志与数据库一致。',
    history_differs:
      '所保存的历史本身存疑，人工确认无法修复。请保留数据文件夹的副本，然后用“resit restore FILE”恢复备份，或用“resit restore --from-journal”重建数据库。',
    and_more: '另有 {{count}} 项。',
    line_differs:
      '日志与数据库在第 {{line}} 行（记录 {{record}}）不一致。不会发送任何内容。请保留数据文件夹的副本，然后运行“resit verify”。',
    file_missing:
      '日志文件 {{detail}} 不见了。不会发送任何内容。如果是杀毒软件移走了它，请将其恢复并重新启动网关；否则请运行“resit trust --reason 原因”，由数据库重写日志。',
    line_damaged:
      '日志从第 {{line}} 行起无法读取（记录 {{record}}）。不会发送任何内容。如果是磁盘故障，请运行“resit trust --reason 原因”。',
    lines_lost:
      '从第 {{line}} 行起，日志和数据库至少丢失了 {{detail}} 行：其中可能有已答复收银机的销售。不会发送任何内容。请保留数据文件夹的副本，与税务机关核对，让收银机重发缺少的单据，然后运行“resit trust --reason 原因”。',
    rolled_back:
      '此数据文件夹比之前的旧（{{detail}}）：之后发生的事这里并不知道。不会发送任何内容。如果是有意恢复，请运行“resit trust --reason 原因”：未发送的会先查询，并等待“resit resume”。',
    copy_beside:
      '此数据文件夹是副本，而原件仍在：{{detail}}。不会发送任何内容，以免同一单据发送两次。请使用原件；若要继续使用此副本，请删除原件并运行“resit trust --reason 原因”。',
    entry_changed:
      '数据库在第 {{line}} 行（记录 {{record}}）被改动。不会发送任何内容。请保留数据文件夹的副本，然后运行“resit restore --from-journal”。',
    entry_unlined:
      '数据库中有不是网关写入的内容（{{detail}}）。不会发送任何内容。请保留数据文件夹的副本，然后运行“resit verify”。',
    journal_cut:
      '日志在第 {{line}} 行之前就结束了，而锚点证明该行存在。不会发送任何内容。如果文件被移动，请放回；否则请运行“resit trust --reason 原因”。',
    row_damaged:
      '记录 {{record}} 与写入时不同：已被改动。不会发送任何内容。请运行“resit trust --reason 原因”，由其历史重建。',
    body_damaged:
      '收银机为记录 {{record}} 发送的内容与保存时不同：被磁盘或他人损坏。其他一切照常。请保留数据文件夹的副本，检查磁盘，然后用“resit restore --from-journal”重建数据库。',
    row_differs:
      '记录 {{record}} 与其历史不符（{{detail}}）。不会发送任何内容。请运行“resit trust --reason 原因”重建。',
    database_damaged:
      '数据库已损坏（{{detail}}）。不会发送任何内容。请保留数据文件夹的副本，然后用“resit restore FILE”恢复备份。',
    anchor_missing:
      '日志的锚点不见了，无法判断是否有内容丢失。不会发送任何内容。如果移动过文件夹，请放回；否则请运行“resit trust --reason 原因”。',
    anchor_forged: '日志的锚点被改动。不会发送任何内容。请查明是谁所为，然后运行“resit trust --reason 原因”。',
    seal_locked:
      '打不开日志的封印：本机的密钥库已锁定或已改变。在能打开之前不会发送任何内容。请将它解锁并重新启动 Resit；若已永久丢失，请运行“resit trust --reason TEXT”。',
    seal_missing:
      '这些数据属于另一个安装，或其封印已丢失。不会发送任何内容，以免两台终端发送相同的文件。如果这是唯一的一台，请运行“resit trust --reason 原因”。',
  },
  one: {
    replayed: '{{count}} line',
    mistrusted: '{{count}} document is',
    trusted_paused:
      'The journal is trusted again. {{count}} document of the backup was not sent yet, and what was voided after the backup is not known here. So sending is paused: say of each one that was voided that it does not count, then resume sending (“resit resume”). If consolidation was changed between months and days after the backup, look for its documents on the MyInvois portal before the next run.',
    backup_unsent:
      'A backup was put back: {{count}} document was not sent yet, and may have been voided after it. Look through them, then resume.',
  },
})

/** A finding as a sentence, with what is known of it. */
export const findingText = ({ code, line, record, detail }: JournalFinding, language: Language): string =>
  sayIn(journalWords, language, code, {
    line: String(line ?? '–'),
    record: String(record ?? '–'),
    detail: detail ?? '–',
  })
