import { defineScreenWords } from './every-screen.ts'

/** Webhooks, and how their deliveries stand. */
export const webhookWords = defineScreenWords({
  en: {
    webhooks_text:
      'Servers that receive a signed message about every change of a document, and about alerts. The secret is shown once, when a server is added.',
    add_webhook: 'Add a server',
    address_hint: 'https, or http to this computer',
    added: 'Added by',
    secret_once: 'Give this secret to the server now; it is not shown again',
    none: 'No server receives messages.',
    all_delivered: 'Nothing waits',
    waiting: '{{count}} waiting',
    failed: '{{count}} refused: repair the server, then deliver again',
    replay_all: 'Deliver everything again',
    replay_title: 'Deliver everything again?',
    replay_text: 'The server receives every document as it is now. It must recognise repeated messages by their id.',
    remove_title: 'Remove this webhook?',
    remove_text: 'Nothing more is sent to {{address}}. Documents are not touched.',
  },
  ms: {
    webhooks_text:
      'Pelayan yang menerima mesej bertandatangan tentang setiap perubahan dokumen, dan tentang amaran. Rahsia ditunjukkan sekali sahaja, semasa pelayan ditambah.',
    add_webhook: 'Tambah pelayan',
    address_hint: 'https, atau http ke komputer ini',
    added: 'Ditambah oleh',
    secret_once: 'Berikan rahsia ini kepada pelayan sekarang; ia tidak ditunjukkan lagi',
    none: 'Tiada pelayan menerima mesej.',
    all_delivered: 'Tiada yang menunggu',
    waiting: '{{count}} menunggu',
    failed: '{{count}} ditolak: baiki pelayan, kemudian hantar semula',
    replay_all: 'Hantar semuanya semula',
    replay_title: 'Hantar semuanya semula?',
    replay_text:
      'Pelayan menerima setiap dokumen seperti keadaannya sekarang. Ia mesti mengenal mesej berulang melalui id.',
    remove_title: 'Buang webhook ini?',
    remove_text: 'Tiada apa-apa lagi dihantar ke {{address}}. Dokumen tidak disentuh.',
  },
  zh: {
    webhooks_text: '单据每次变化以及每个警报，都以签名消息告知这些服务器。签名密钥只在添加时显示一次。',
    add_webhook: '添加服务器',
    address_hint: 'https，或指向本机的 http',
    added: '添加者',
    secret_once: '请立即把签名密钥交给服务器；不会再显示',
    none: '没有要通知的服务器。',
    all_delivered: '没有等待发送的消息',
    waiting: '{{count}} 条等待中',
    failed: '{{count}} 条被拒绝：请修好服务器后重新发送',
    replay_all: '全部重新发送',
    replay_title: '全部重新发送？',
    replay_text: '服务器将收到每张单据的当前状态。它须凭 id 识别重复的消息。',
    remove_title: '移除这个 webhook？',
    remove_text: '不再向 {{address}} 发送任何内容。单据不受影响。',
  },
})
