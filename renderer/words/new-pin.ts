import { defineWords } from '../../shared/words/engine.ts'

/** Choosing a PIN. */
export const newPinWords = defineWords({
  en: {
    show: 'Show what is typed',
    pin_hint: '{{count}} to 12 digits. Not a date such as a birthday, not 123456.',
    delete: 'Delete the last digit',
    keypad: 'Keypad',
    pin_again: 'Confirm PIN',
    pins_differ: 'The two PINs are not the same. Type both again.',
    missing: 'Still missing: {{fields}}',
    change_text: 'You are signed out everywhere else. On this screen you stay signed in.',
    present: 'Your PIN now',
    own_pin: 'Your new PIN',
    changed: 'Your PIN is changed.',
  },
  ms: {
    show: 'Tunjukkan apa yang ditaip',
    pin_hint: '{{count}} hingga 12 digit. Bukan tarikh seperti hari lahir, bukan 123456.',
    delete: 'Padam digit terakhir',
    keypad: 'Pad nombor',
    pin_again: 'Sahkan PIN',
    pins_differ: 'Kedua-dua PIN tidak sama. Taip semula kedua-duanya.',
    missing: 'Belum diisi: {{fields}}',
    change_text: 'Anda dilog keluar di tempat lain. Di skrin ini anda kekal log masuk.',
    present: 'PIN anda sekarang',
    own_pin: 'PIN baharu anda',
    changed: 'PIN anda sudah ditukar.',
  },
  zh: {
    show: '显示所输入的内容',
    pin_hint: '{{count}} 至 12 位数字。不可用生日等日期，也不可用 123456。',
    delete: '删除最后一位',
    keypad: '数字键盘',
    pin_again: '确认 PIN',
    pins_differ: '两次输入的 PIN 不一样，请重新输入。',
    missing: '尚未填写：{{fields}}',
    change_text: '您在其他地方的登录会结束，在此页面保持登录。',
    present: '您现在的 PIN',
    own_pin: '您的新 PIN',
    changed: '您的 PIN 已更改。',
  },
})
