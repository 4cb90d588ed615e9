import { defineWords } from '../../shared/words/engine.ts'

/** Credentials of a company for MyInvois. */
export const credentialsWords = defineWords({
  en: {
    client_id: 'Client ID',
    client_secret: 'Client secret',
    second_secret: 'Second secret (only while you replace the first)',
    choose_certificate: 'Choose the file (.p12 or .pfx)',
    certificate_password: 'Password of the certificate',
    both_needed: 'To save, enter client ID and client secret.',
  },
  ms: {
    client_id: 'Client ID',
    client_secret: 'Client Secret (rahsia klien)',
    second_secret: 'Client Secret kedua (hanya semasa anda menukar yang pertama)',
    choose_certificate: 'Pilih fail (.p12 atau .pfx)',
    certificate_password: 'Kata laluan sijil',
    both_needed: 'Untuk menyimpan, masukkan Client ID dan Client Secret.',
  },
  zh: {
    client_id: 'Client ID',
    client_secret: 'Client Secret（客户端密钥）',
    second_secret: '第二个 Client Secret（仅在更换第一个时填写）',
    choose_certificate: '选择文件（.p12 或 .pfx）',
    certificate_password: '证书密码',
    both_needed: '如需保存，请输入 Client ID 和 Client Secret。',
  },
})
