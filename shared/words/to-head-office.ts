/** Sentences of an outlet, which sends to its head office and not to MyInvois. */
export const outletWords = {
  en: {
    fault: { authority_unavailable: 'The head office cannot be reached now. Try again later.' },
    status: {
      authority_reached: 'The head office answers for {{company}}.',
      authority_unreachable:
        'The head office does not answer for {{company}}. Documents are kept and sent when it does. Check that it is running, and that RESIT_UPSTREAM_URL is its address.',
      clock_right: 'The clock of this computer agrees with that of the head office.',
      clock_off:
        'The clock of this computer differs from that of the head office by {{minutes}} minutes. Set the clock: from ten minutes on, nothing is sent.',
      clock_wrong:
        'The clock of this computer differs from that of the head office by {{minutes}} minutes, so nothing is sent. Set the clock; sending then goes on by itself.',
      way_not_free:
        'Documents of this company wait: the head office cannot be reached or asked Resit to wait. They are sent automatically.',
    },
    alert: {
      authority_silent:
        'The head office has not answered since {{since}} although documents wait. They are kept and sent automatically; check the head office and the connection to it.',
      unsettled:
        'The result of a request to the head office for {{company}} at {{since}} is not known. Restart Resit: the result is then looked up, and nothing is sent twice.',
      unconfirmed:
        'The head office took documents of {{company}} but has given no result yet: {{count}} wait, the oldest since {{since}}. Resit goes on asking; look for them at the head office.',
    },
  },
  ms: {
    fault: { authority_unavailable: 'Ibu pejabat tidak dapat dihubungi sekarang. Cuba lagi kemudian.' },
    status: {
      authority_reached: 'Ibu pejabat menjawab untuk {{company}}.',
      authority_unreachable:
        'Ibu pejabat tidak menjawab untuk {{company}}. Dokumen disimpan dan dihantar apabila ia menjawab. Pastikan ia berjalan, dan RESIT_UPSTREAM_URL ialah alamatnya.',
      clock_right: 'Jam komputer ini sama dengan jam ibu pejabat.',
      clock_off:
        'Jam komputer ini berbeza {{minutes}} minit daripada jam ibu pejabat. Betulkan jam: jika bezanya mencapai sepuluh minit, tiada apa dihantar.',
      clock_wrong:
        'Jam komputer ini berbeza {{minutes}} minit daripada jam ibu pejabat, jadi tiada apa dihantar. Betulkan jam; penghantaran kemudian bersambung sendiri.',
      way_not_free:
        'Dokumen syarikat ini menunggu: ibu pejabat tidak dapat dihubungi atau meminta sistem Resit menunggu. Ia akan dihantar sendiri.',
    },
    alert: {
      authority_silent:
        'Ibu pejabat tidak menjawab sejak {{since}} walaupun dokumen menunggu. Ia disimpan dan dihantar sendiri; periksa ibu pejabat dan sambungan kepadanya.',
      unsettled:
        'Hasil satu permintaan kepada ibu pejabat untuk {{company}} pada {{since}} tidak diketahui. Mulakan semula sistem Resit: hasilnya akan dicari, dan tiada apa yang dihantar dua kali.',
      unconfirmed:
        'Ibu pejabat telah menerima dokumen {{company}} tetapi belum menyatakan keputusannya: {{count}} menunggu, yang paling lama sejak {{since}}. Sistem Resit terus bertanya; cari dokumen itu di ibu pejabat.',
    },
  },
  zh: {
    fault: { authority_unavailable: '现在无法连接总部。请稍后再试。' },
    status: {
      authority_reached: '总部有回应（{{company}}）。',
      authority_unreachable:
        '总部没有回应（{{company}}）。单据已保存，恢复后会自动发送。请确认总部在运行，且 RESIT_UPSTREAM_URL 是其地址。',
      clock_right: '这台电脑的时钟与总部一致。',
      clock_off: '这台电脑的时钟与总部相差 {{minutes}} 分钟。请校正：相差达到十分钟将不发送任何单据。',
      clock_wrong: '这台电脑的时钟与总部相差 {{minutes}} 分钟，因此不发送任何单据。请校正，之后会自动发送。',
      way_not_free: '该公司的单据正在等待：无法联系总部，或对方要求稍候。之后会自动发送。',
    },
    alert: {
      authority_silent: '有单据在等待，但总部自 {{since}} 起没有回应。单据已保存并会自动发送；请检查总部及其线路。',
      unsettled:
        '{{since}} 为 {{company}} 向总部发出的请求，其结果一直没有记录下来。请重新启动 Resit：届时会查询结果，不会重复发送。',
      unconfirmed:
        '总部已收下 {{company}} 的单据但未告知结果：{{count}} 张在等待，最早的自 {{since}} 起。Resit 会继续查询；请在总部查找这些单据。',
    },
  },
} as const
