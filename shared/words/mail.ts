import { defineWords } from './engine.ts'

/** Messages that leave by e-mail. */
export const mailWords = defineWords({
  en: {
    test_subject: 'Test message from Resit',
    test_text: 'This mail server can send e-invoices to your buyers.',
    subject: 'E-invoice {{number}} from {{shop}}',
    text: 'Your e-invoice {{number}} from {{shop}} is attached. MyInvois shows it here:\n\n{{link}}',
    not_valid: 'The e-invoice was not valid any more when it was to be sent.',
    alert_began: 'Resit needs attention',
    alert_ended: 'This is over, and Resit goes on',
    alert_rest:
      'Health on the screens of Resit shows everything that needs attention. The same problem is reported at most once a day.',
  },
  ms: {
    test_subject: 'Mesej ujian daripada sistem Resit',
    test_text: 'Pelayan e-mel ini boleh menghantar e-Invois kepada pembeli anda.',
    subject: 'e-Invois {{number}} daripada {{shop}}',
    text: 'e-Invois anda {{number}} daripada {{shop}} dilampirkan. MyInvois menunjukkannya di sini:\n\n{{link}}',
    not_valid: 'e-Invois itu tidak lagi sah ketika hendak dihantar.',
    alert_began: 'Sistem Resit memerlukan perhatian',
    alert_ended: 'Ini sudah selesai, dan sistem Resit berjalan semula',
    alert_rest:
      'Keadaan pada skrin sistem Resit menunjukkan semua yang memerlukan perhatian. Masalah yang sama diberitahu paling banyak sekali sehari.',
  },
  zh: {
    test_subject: 'Resit 的测试邮件',
    test_text: '此邮件服务器可以把电子发票发送给您的买方。',
    subject: '{{shop}} 的电子发票 {{number}}',
    text: '附件是 {{shop}} 开给您的电子发票 {{number}}。在 MyInvois 上查看：\n\n{{link}}',
    not_valid: '要发送时，该电子发票已不再有效。',
    alert_began: 'Resit 需要您注意',
    alert_ended: '此事已结束，Resit 继续运行',
    alert_rest: 'Resit 屏幕上的“运行状况”显示所有需要处理的事项。同一问题每天最多通知一次。',
  },
})
