import { defineWords } from '../../shared/words/engine.ts'

/** Credentials of a company for MyInvois. */
export const credentialsWords = defineWords({
  en: {
    client_id: 'Client ID',
    client_secret: 'Client secret',
    second_secret: 'Second secret (while you change it)',
    choose_certificate: 'Choose the file (.p12 or .pfx)',
    certificate_password: 'Password of the certificate',
    both_needed: 'To save, enter client ID and client secret.',
  },
  ms: {
    client_id: 'ID klien',
    client_secret: 'Rahsia klien',
    second_secret: 'Rahsia kedua (semasa anda menukarnya)',
    choose_certificate: 'Pilih fail (.p12 atau .pfx)',
    certificate_password: 'Kata laluan sijil',
    both_needed: 'Untuk menyimpan, masukkan ID klien dan rahsia klien.',
  },
  zh: {
    client_id: '客户端 ID',
    client_secret: '客户端密钥',
    second_secret: '第二个密钥（更换期间）',
    choose_certificate: '选择文件（.p12 或 .pfx）',
    certificate_password: '证书密码',
    both_needed: '如需保存，请输入客户端 ID 和客户端密钥。',
  },
})
