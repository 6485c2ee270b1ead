// Every word of the page itself, in the languages of its people. What the bot says is not here.
const WORDS = {
  'en-US': {
    app: 'APP', edited: '(edited)', today: 'Today at {time}', yesterday: 'Yesterday at {time}',
    channels: 'Channels', openChannels: 'Show channels', messages: 'Messages in {channel}',
    welcome: 'Welcome to {channel}!', welcomeSub: 'This is the beginning of {channel}.', welcomeThread: 'The thread {channel} begins here.',
    opens: 'To open a table, type {command} below, or tap it here.',
    noChannel: 'There is no channel that you can see.', older: 'Loading older messages…', toEnd: 'Jump to the newest', fresh: 'NEW',
    unread: 'unread', mentions: '{n} mentions', archived: 'archived',
    used: '{user} used {command}', thinking: '{bot} is thinking…', sending: 'Sending command…', noAnswer: 'The application did not respond',
    onlyYou: 'Only you can see this', dismiss: 'Dismiss message', failed: 'This interaction failed', typing: '{user} is typing…',
    joined: '{user} joined the server.', startedThread: '{user} started a thread: {thread}', openThread: 'Open thread', message: 'Message', gone: 'The message was not found.',
    spoiler: 'SPOILER', showSpoiler: 'Show spoiler', choose: 'Make a selection', chooseN: 'Choose {min} to {max}', done: 'Select', search: 'Search', nothing: 'Nothing found',
    file: 'Download {name}', image: 'Image', unknownUser: 'unknown-user', unknownRole: 'unknown-role', unknownChannel: 'unknown-channel',
    say: 'Message {channel}', sayLabel: 'Write a message or a / for commands', sendIt: 'Send', commands: 'Commands', locked: 'This thread is closed.',
    noCommand: 'No command of this name', moreOptions: '+{n} optional', addOption: 'Add an option', required: 'This option is required.', badChoice: 'Choose one from the list.',
    badNumber: 'A number, please.', range: 'From {min} to {max}.', leaveCommand: 'Leave the command', yes: 'True', no: 'False', loading: 'Loading…',
    submit: 'Submit', cancel: 'Cancel', close: 'Close', mustFill: 'This field is required', tooShort: 'Must be {n} or more in length.', tooLong: 'Must be {n} or fewer in length.',
    wentWrong: 'Something went wrong. Try again.', modalNote: 'This form will be submitted to {bot}. Do not share passwords or other sensitive information.',
    you: 'You are {user}', people: 'People', playAs: 'Be {user}', alone: 'Open {user} alone in a new window', addPerson: 'Add a person', personName: 'Name of the person', add: 'Add',
    menu: 'Menu', leave: 'Leave the server', leaveSure: 'Press again to leave', language: 'Language of the client', theme: 'Appearance', dark: 'Dark', light: 'Light', auto: 'Automatic',
    faults: 'Faults', faultsNote: 'What goes wrong in this stand-in for Discord', fire: 'Now', noFaults: 'No fault can be switched here.',
    messageMenu: 'More about this message', deleteMessage: 'Delete message (as a moderator)', deleteChannel: 'Delete channel (as a moderator)', deleteThread: 'Delete thread (as a moderator)',
    copyID: 'Copy ID', copyLink: 'Copy link', reconnecting: 'Reconnecting…', left: 'You have left the server.', lost: 'The server does not answer. Trying again…',
  },
  tr: {
    app: 'UYGULAMA', edited: '(düzenlendi)', today: 'Bugün saat {time}', yesterday: 'Dün saat {time}',
    channels: 'Kanallar', openChannels: 'Kanalları göster', messages: '{channel} kanalındaki mesajlar',
    welcome: '{channel} kanalına hoş geldin!', welcomeSub: '{channel} kanalının başlangıcı burası.', welcomeThread: '{channel} alt başlığı burada başlıyor.',
    opens: 'Masa açmak için aşağıya {command} yaz ya da üstüne dokun.',
    noChannel: 'Görebildiğin bir kanal yok.', older: 'Eski mesajlar yükleniyor…', toEnd: 'En yeniye git', fresh: 'YENİ',
    unread: 'okunmamış', mentions: '{n} bahsetme', archived: 'arşivlendi',
    used: '{user}, {command} komutunu kullandı', thinking: '{bot} düşünüyor…', sending: 'Komut gönderiliyor…', noAnswer: 'Uygulama yanıt vermedi',
    onlyYou: 'Bunu yalnızca sen görebilirsin', dismiss: 'Mesajı kapat', failed: 'Bu etkileşim başarısız oldu', typing: '{user} yazıyor…',
    joined: '{user} sunucuya katıldı.', startedThread: '{user} bir alt başlık başlattı: {thread}', openThread: 'Alt başlığı aç', message: 'Mesaj', gone: 'Mesaj bulunamadı.',
    spoiler: 'SPOILER', showSpoiler: 'Spoiler’ı göster', choose: 'Bir seçim yap', chooseN: '{min} ile {max} arasında seç', done: 'Seç', search: 'Ara', nothing: 'Bir şey bulunamadı',
    file: '{name} dosyasını indir', image: 'Görsel', unknownUser: 'bilinmeyen-kullanıcı', unknownRole: 'bilinmeyen-rol', unknownChannel: 'bilinmeyen-kanal',
    say: '{channel} kanalına mesaj gönder', sayLabel: 'Mesaj yaz ya da komutlar için / yaz', sendIt: 'Gönder', commands: 'Komutlar', locked: 'Bu alt başlık kapalı.',
    noCommand: 'Bu adda bir komut yok', moreOptions: '+{n} isteğe bağlı', addOption: 'Seçenek ekle', required: 'Bu seçenek zorunlu.', badChoice: 'Listeden birini seç.',
    badNumber: 'Bir sayı yaz.', range: '{min} ile {max} arasında olmalı.', leaveCommand: 'Komuttan çık', yes: 'Doğru', no: 'Yanlış', loading: 'Yükleniyor…',
    submit: 'Gönder', cancel: 'İptal', close: 'Kapat', mustFill: 'Bu alan zorunlu', tooShort: 'En az {n} karakter olmalı.', tooLong: 'En çok {n} karakter olabilir.',
    wentWrong: 'Bir şeyler ters gitti. Tekrar dene.', modalNote: 'Bu form {bot} uygulamasına gönderilecek. Parola ya da başka hassas bilgi paylaşma.',
    you: 'Şu anda {user} olarak oynuyorsun', people: 'Kişiler', playAs: '{user} ol', alone: '{user} için tek başına yeni pencere aç', addPerson: 'Kişi ekle', personName: 'Kişinin adı', add: 'Ekle',
    menu: 'Menü', leave: 'Sunucudan ayrıl', leaveSure: 'Ayrılmak için yeniden bas', language: 'İstemci dili', theme: 'Görünüm', dark: 'Koyu', light: 'Açık', auto: 'Otomatik',
    faults: 'Arızalar', faultsNote: 'Discord yerine geçen bu sunucuda neler ters gitsin', fire: 'Şimdi', noFaults: 'Burada açılabilecek bir arıza yok.',
    messageMenu: 'Bu mesajla ilgili', deleteMessage: 'Mesajı sil (yönetici olarak)', deleteChannel: 'Kanalı sil (yönetici olarak)', deleteThread: 'Alt başlığı sil (yönetici olarak)',
    copyID: 'ID’yi kopyala', copyLink: 'Bağlantıyı kopyala', reconnecting: 'Yeniden bağlanılıyor…', left: 'Sunucudan ayrıldın.', lost: 'Sunucu yanıt vermiyor. Yeniden deneniyor…',
  },
}

export const LOCALES = { tr: 'Türkçe', 'en-US': 'English (US)' }
let locale = 'en-US'

export function speak(next) {
  locale = WORDS[next] ? next : 'en-US'
  document.documentElement.lang = locale
}
export const language = () => locale

// t gives the words of a key with {names} filled in.
export const t = (key, params = {}) => WORDS[locale][key].replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '')

// tn does the same with nodes as parameters, as a list to append.
export const tn = (key, params) => WORDS[locale][key].split(/\{(\w+)\}/).map((part, i) => (i % 2 ? params[part] : part))

// local picks a name, description or other field of a command in the client's language.
export const local = (obj, field = 'name') => obj[field + '_localizations']?.[locale] ?? obj[field]

export const lower = (s) => String(s).toLocaleLowerCase(locale)

// missing lists keys that one language lacks or gives other parameters; for the tests.
export function missing() {
  const params = (s) => (s ?? '').match(/\{\w+\}/g)?.sort().join() ?? ''
  const all = new Set(Object.values(WORDS).flatMap(Object.keys))
  return [...all].filter((k) => Object.values(WORDS).some((w) => !w[k] || params(w[k]) !== params(WORDS['en-US'][k])))
}
export const keys = () => Object.keys(WORDS['en-US'])
