import type { JournalFinding, JournalFindingCode } from '../domain/journal-finding.ts'
import { defineWords, translate } from './engine.ts'
import type { Language } from './words.ts'

/** The state of the journal, its findings, and what a person can do about them. */
export type JournalWord =
  | JournalFindingCode
  | 'trusted'
  | 'trusted_paused'
  | 'backup_unsent'
  | 'nothing_found'
  | 'history_differs'
  | 'and_more'

export const journalWords = defineWords<JournalWord>({
  en: {
    trusted: 'Resit goes on with what is kept here. What was not sent yet is looked up at MyInvois first.',
    trusted_paused:
      'Resit goes on with what is kept here. Not sent yet, of the backup: {{count}}. Some of them may have been voided after it, so sending is paused. Open each one, say if it does not count, then resume sending under “Health”. If consolidation was changed between months and days after the backup, look for its documents on the MyInvois portal before the next run.',
    backup_unsent:
      'A backup was restored. Not sent yet, and perhaps voided after it: {{count}}. Look through them, then resume.',
    nothing_found: 'There is nothing to trust: the journal agrees with the database.',
    history_differs:
      'What was kept is itself in doubt, and confirming it does not repair it. Keep a copy of the database. Then restore the copy (“Settings › Backup and export”); at a head office restore the server’s backup.',
    and_more: 'And {{count}} more.',
    lines_lost:
      'From line {{line}} on, at least {{detail}} of the journal’s lines are gone. Nothing is sent. Keep a copy of the database, then restore the copy (“Settings › Backup and export”), at a head office the server’s backup.',
    backup_restored:
      'The backup of {{detail}} was restored. What happened after it is not in Resit. Nothing is sent until you go on with it under “Settings › Backup and export”.',
    rolled_back:
      'The database is older than what was here before ({{detail}}): what happened since is not known here. Nothing is sent. Restore the copy (“Settings › Backup and export”), at a head office the server’s backup. If you put an older one there on purpose, trust it again under “Settings › For your software provider”: everything unsent is looked up first, and waits until you resume sending under “Health”.',
    copy_beside:
      'This data folder is a copy, and the one it was made from is still there: {{detail}}. Nothing is sent, so that two never send the same documents. Work with that one; if this one is to go on, delete that one and trust it again under “Settings › For your software provider”.',
    entry_changed:
      'The database was changed in line {{line}} (record {{record}}). Nothing is sent. Keep a copy of the database, then restore the copy (“Settings › Backup and export”), at a head office the server’s backup.',
    row_damaged:
      'Record {{record}} is not what was written: it was changed. Nothing is sent. Keep a copy of the database, then restore the copy (“Settings › Backup and export”), at a head office the server’s backup.',
    body_damaged:
      'What was kept of record {{record}}, as the till sent it or as it left, is not what it was: the disk damaged it, or it was changed. Everything else goes on. Keep a copy of the database, have the disk checked, then restore the copy (“Settings › Backup and export”), at a head office the server’s backup.',
    row_differs:
      'Record {{record}} is not what its history makes of it ({{detail}}). Nothing is sent. Keep a copy of the database, then restore the copy (“Settings › Backup and export”), at a head office the server’s backup.',
    database_damaged:
      'The database is damaged ({{detail}}). Nothing is sent. Keep a copy of the database, have the disk checked, then restore the copy (“Settings › Backup and export”), at a head office the server’s backup.',
    head_missing:
      'The seal that says how far the journal had come is gone, so it cannot be told whether something is missing. Nothing is sent. Put it back if you moved it; else trust it again under “Settings › For your software provider”.',
    head_forged:
      'The seal that says how far the journal had come was changed. Nothing is sent. Find out by whom, then trust it again under “Settings › For your software provider”.',
    seal_locked:
      'The seal of the journal cannot be opened: the password store of this computer is locked or has changed. Nothing is sent until it opens. Unlock it and start Resit again; if it is lost for good, trust it again under “Settings › For your software provider”.',
    seal_missing:
      'This data belongs to another installation, or its seal was lost. Nothing is sent, so that two computers never send the same documents. If this is the only one, trust it again under “Settings › For your software provider”.',
  },
  ms: {
    trusted:
      'Sistem Resit diteruskan dengan apa yang disimpan di sini. Apa yang belum dihantar disemak di MyInvois dahulu.',
    trusted_paused:
      'Sistem Resit diteruskan dengan apa yang disimpan di sini. {{count}} dokumen daripada sandaran belum dihantar. Sebahagiannya mungkin telah dimansuhkan selepasnya, jadi penghantaran dijeda. Buka setiap satu, nyatakan jika ia tidak dikira, kemudian sambung penghantaran di “Keadaan”. Jika penyatuan ditukar antara bulanan dan harian selepas sandaran, cari dokumennya di portal MyInvois sebelum penyatuan seterusnya.',
    backup_unsent:
      'Sandaran telah dipulihkan: {{count}} dokumen belum dihantar dan mungkin telah dimansuhkan selepasnya. Semak semuanya, kemudian sambung.',
    nothing_found: 'Tiada apa-apa untuk dipercayai: jurnal sepadan dengan pangkalan data.',
    history_differs:
      'Sejarah yang disimpan itu sendiri diragui dan tidak boleh dibaiki dengan pengesahan. Simpan salinan pangkalan data. Kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”); di ibu pejabat pulihkan sandaran pelayan.',
    and_more: 'Dan {{count}} lagi.',
    lines_lost:
      'Mulai baris {{line}}, {{detail}} baris atau lebih jurnal telah hilang. Tiada apa-apa dihantar. Simpan salinan pangkalan data, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan.',
    backup_restored:
      'Sandaran {{detail}} telah dipulihkan. Apa yang berlaku selepas itu tiada dalam sistem Resit, dan tiada apa-apa dihantar. Teruskan dengannya di “Tetapan › Sandaran dan eksport”.',
    rolled_back:
      'Pangkalan data ini lebih lama daripada yang ada di sini sebelumnya ({{detail}}): apa yang berlaku selepas itu tidak diketahui di sini. Tiada apa-apa dihantar. Pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan. Jika anda meletakkan yang lebih lama dengan sengaja, percayainya semula di “Tetapan › Untuk pembekal perisian anda”: semua yang belum dihantar disemak dahulu, dan menunggu sehingga penghantaran disambung di “Keadaan”.',
    copy_beside:
      'Folder data ini ialah salinan, dan yang asal masih ada: {{detail}}. Tiada apa-apa dihantar supaya dokumen yang sama tidak dihantar dua kali. Gunakan yang asal; jika yang ini mahu diteruskan, padam yang asal dan percayainya semula di “Tetapan › Untuk pembekal perisian anda”.',
    entry_changed:
      'Pangkalan data diubah pada baris {{line}} (rekod {{record}}). Tiada apa-apa dihantar. Simpan salinan pangkalan data, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan.',
    row_damaged:
      'Rekod {{record}} bukan seperti yang ditulis: ia telah diubah. Tiada apa-apa dihantar. Simpan salinan pangkalan data, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan.',
    body_damaged:
      'Apa yang disimpan bagi rekod {{record}}, seperti yang dihantar mesin POS atau seperti yang telah keluar, sudah rosak: cakera merosakkannya, atau ia diubah. Yang lain berjalan seperti biasa. Simpan salinan pangkalan data, minta cakera diperiksa, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan.',
    row_differs:
      'Rekod {{record}} tidak sepadan dengan sejarahnya ({{detail}}). Tiada apa-apa dihantar. Simpan salinan pangkalan data, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan.',
    database_damaged:
      'Pangkalan data rosak ({{detail}}). Tiada apa-apa dihantar. Simpan salinan pangkalan data, minta cakera diperiksa, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”), di ibu pejabat sandaran pelayan.',
    head_missing:
      'Meterai yang menyatakan sejauh mana jurnal telah sampai tiada, jadi tidak dapat dipastikan sama ada sesuatu hilang. Tiada apa-apa dihantar. Letakkannya semula jika anda mengalihkannya; jika tidak, percayainya semula di “Tetapan › Untuk pembekal perisian anda”.',
    head_forged:
      'Meterai yang menyatakan sejauh mana jurnal telah sampai telah diubah. Tiada apa-apa dihantar. Ketahui siapa yang mengubahnya, kemudian percayainya semula di “Tetapan › Untuk pembekal perisian anda”.',
    seal_locked:
      'Meterai jurnal tidak dapat dibuka: stor kata laluan komputer ini terkunci atau telah berubah. Tiada apa dihantar sehingga ia dapat dibuka. Buka kuncinya dan mulakan sistem Resit semula; jika hilang selama-lamanya, percayainya semula di “Tetapan › Untuk pembekal perisian anda”.',
    seal_missing:
      'Data ini milik pemasangan lain, atau meterainya hilang. Tiada apa-apa dihantar supaya dua komputer tidak menghantar dokumen yang sama. Jika ini satu-satunya, percayainya semula di “Tetapan › Untuk pembekal perisian anda”.',
  },
  zh: {
    trusted: 'Resit 继续使用这里保存的内容。尚未发送的单据会先向 MyInvois 查询。',
    trusted_paused:
      'Resit 继续使用这里保存的内容。备份中有 {{count}} 张单据尚未发送，其中有些可能在备份之后已作废，因此已暂停发送。请逐一打开，不作数的请注明，然后在“运行状况”恢复发送。如果备份之后合并电子发票曾在按月与按日之间更改，请在下次合并之前先到 MyInvois 门户查找其单据。',
    backup_unsent: '已恢复备份：{{count}} 张单据尚未发送，可能在备份之后已作废。请逐一核对，然后恢复发送。',
    nothing_found: '无需确认：日志与数据库一致。',
    history_differs:
      '所保存的历史本身存疑，人工确认无法修复。请保留数据库的副本，然后恢复副本（“设置 › 备份与导出”）；总部则恢复服务器的备份。',
    and_more: '另有 {{count}} 项。',
    lines_lost:
      '从第 {{line}} 行起，日志至少丢失了 {{detail}} 行。不会发送任何内容。请保留数据库的副本，然后恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。',
    backup_restored:
      '已恢复 {{detail}} 的备份。之后发生的事不在 Resit 中，也不会发送任何内容。请在“设置 › 备份与导出”中继续使用它。',
    rolled_back:
      '数据库比之前的旧（{{detail}}）：之后发生的事这里并不知道。不会发送任何内容。请恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。如果是有意放回旧的，请在“设置 › 供软件供应商”中重新信任它：未发送的会先查询，并等待您在“运行状况”恢复发送。',
    copy_beside:
      '此数据文件夹是副本，而原件仍在：{{detail}}。不会发送任何内容，以免同一单据发送两次。请使用原件；若要继续使用此副本，请删除原件并在“设置 › 供软件供应商”中重新信任它。',
    entry_changed:
      '数据库在第 {{line}} 行（记录 {{record}}）被改动。不会发送任何内容。请保留数据库的副本，然后恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。',
    row_damaged:
      '记录 {{record}} 与写入时不同：已被改动。不会发送任何内容。请保留数据库的副本，然后恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。',
    body_damaged:
      '记录 {{record}} 所保存的内容（收银机发送的，或已发出的）已损坏：被磁盘损坏或被改动。其他一切照常。请保留数据库的副本，检查磁盘，然后恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。',
    row_differs:
      '记录 {{record}} 与其历史不符（{{detail}}）。不会发送任何内容。请保留数据库的副本，然后恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。',
    database_damaged:
      '数据库已损坏（{{detail}}）。不会发送任何内容。请保留数据库的副本，检查磁盘，然后恢复副本（“设置 › 备份与导出”；总部则恢复服务器的备份）。',
    head_missing:
      '记录日志进度的封印不见了，无法判断是否有内容丢失。不会发送任何内容。如果移动过它，请放回；否则请在“设置 › 供软件供应商”中重新信任它。',
    head_forged:
      '记录日志进度的封印被改动。不会发送任何内容。请查明是谁所为，然后在“设置 › 供软件供应商”中重新信任它。',
    seal_locked:
      '打不开日志的封印：本机的密码库已锁定或已改变。在能打开之前不会发送任何内容。请将它解锁并重新启动 Resit；若已永久丢失，请在“设置 › 供软件供应商”中重新信任它。',
    seal_missing:
      '这些数据属于另一个安装，或其封印已丢失。不会发送任何内容，以免两台电脑发送相同的单据。如果这是唯一的一台，请在“设置 › 供软件供应商”中重新信任它。',
  },
})

/** The sentence of a finding, with its details. */
export const findingText = ({ code, line, record, detail }: JournalFinding, language: Language): string =>
  translate(journalWords, language, code, {
    line: String(line ?? '–'),
    record: String(record ?? '–'),
    detail: detail ?? '–',
  })
