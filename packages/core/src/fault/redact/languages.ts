/** How a language other than English and Chinese speaks of credentials; each member is the alternatives of a pattern. */
interface Language {
  readonly password: string;
  readonly key?: string;
  /** What stands between the word and the value. */
  readonly is: string;
  /** What a sentence about a password begins with, where its value would stand. */
  readonly sentence: string;
}

const languages: Readonly<Record<string, Language>> = {
  German: {
    password: 'passw(?:ort|örter)|kennw(?:ort|örter)',
    key: '(?:api|zugriffs|zugangs|geheim)[ -]?schl(?:ü|ue)ssel',
    is: 'ist|war|lautet',
    sentence:
      'muss|müssen|ist|sind|darf|wird|zu|fehlt|falsch|leer|ungültig|erforderlich|mindestens|höchstens|nicht|bitte|stimmt|abgelaufen|kein',
  },
  French: {
    password: '(?:mots? )?de passe|mots?[_-]?de[_-]?passe|mdp',
    key: "clé (?:api|secrète|d['’]accès)|jeton(?: d['’]accès)?",
    is: 'est|était',
    sentence: 'doit|doivent|est|sont|trop|obligatoire|requis|invalide|incorrect|manquant|vide|au moins|non|ne|expiré',
  },
  Spanish: {
    password: 'contrase[ñn]as?|clave de acceso',
    key: 'clave (?:secreta|api|de api)|token de acceso',
    is: 'es|era',
    sentence:
      'debe|deben|es|son|está|demasiado|muy|obligatori[ao]|requerid[ao]|inválid[ao]|incorrect[ao]|vac[íi][ao]|al menos|mínimo|no|falta|caducad[ao]',
  },
  Portuguese: {
    password: 'senhas?|palavra[- ]passe',
    key: 'chave (?:secreta|api|de api)|token de acesso',
    is: 'é|era',
    sentence:
      'deve|devem|é|são|está|muito|obrigatóri[ao]|inválid[ao]|incorret[ao]|vazi[ao]|pelo menos|mínimo|não|falta|expirad[ao]',
  },
  Italian: {
    password: "parola d['’]ordine",
    key: 'chiave (?:segreta|api)',
    is: 'è|era',
    sentence: 'deve|è|troppo|obbligatori[ao]|non|mancante|almeno',
  },
  Dutch: { password: 'wachtwoord(?:en)?', is: 'is|was', sentence: 'moet|mag|te|verplicht|ongeldig|onjuist|niet' },
  Nordic: {
    password: 'lösenord|adgangskode|passord|salasana',
    is: 'är|er|on',
    sentence: 'måste|skal|må|för|för kort|krävs',
  },
  Polish: {
    password: 'hasło',
    key: 'klucz api',
    is: 'to|jest|brzmi',
    sentence: 'musi|jest|za|zbyt|nie|wymagane|nieprawidłowe',
  },
  Czech: { password: 'heslo', is: 'je|zní', sentence: 'musí|je|příliš|není|neplatné|povinné' },
  Turkish: { password: 'şifre(?:niz|si)?', is: 'olarak', sentence: 'en|çok|gerekli|geçersiz|yanlış|boş' },
  Russian: {
    password: 'парол[ьяею]',
    key: '(?:api[ -]?|секретный )?ключ(?: api| доступа)?|токен(?: доступа)?',
    is: '[—–]|это',
    sentence: 'должен|должна|слишком|не|неверн|обязател|пуст|минимум|истёк|истек|требуется',
  },
  Japanese: {
    password: 'パスワード|暗証番号',
    key: '(?:アクセス)?トークン|api ?キー|シークレット(?:キー)?|秘密鍵',
    is: '[はが]',
    sentence: '必須|無効|正しく|入力|最低|最大|半角',
  },
  Korean: {
    password: '비밀번호|패스워드|암호',
    key: '(?:액세스 ?)?토큰|(?:api|비밀) ?키',
    is: '[은는이가]',
    sentence: '필수|최소|최대|잘못|너무|비어|입력|일치',
  },
  Vietnamese: { password: 'mật khẩu', is: 'là', sentence: 'phải|không|quá|tối' },
  Indonesian: { password: 'kata sandi', is: 'adalah', sentence: 'harus|wajib|tidak|terlalu|minimal' },
  Arabic: { password: 'كلمة (?:المرور|السر)', is: 'هي', sentence: 'يجب|غير|مطلوب' },
  Hebrew: { password: 'סיסמ[הא]', is: 'היא', sentence: 'חייב|לא' },
  Hindi: { password: 'पासवर्ड', is: 'है', sentence: 'अमान्य|आवश्यक' },
  Thai: { password: 'รหัสผ่าน', is: 'คือ', sentence: 'ต้อง|ไม่' },
};

const all = Object.values(languages);
const alternatives = (member: keyof Language): string =>
  all.flatMap((language) => ((language[member] ?? '') ? [language[member]] : [])).join('|');

/** The words for a password, for other credentials, and what leads from either to its value. */
export const elsewhere = {
  password: alternatives('password'),
  key: alternatives('key'),
  is: alternatives('is'),
} as const;

/** Letters of these languages that are no ASCII. */
export const letters = String.raw`\u00aa-\u024f\u0300-\u052f\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u1e00-\u1eff\u3040-\u30ff\uac00-\ud7a3`;

const sentence = new RegExp(String.raw`^(?:${alternatives('sentence')})(?=[.,;:!?]{0,2}(?:[^!-~]|$))`, 'i');
const foreign = new RegExp(String.raw`^[\w ]{0,2}[${letters}]`);

/** Whether a text begins as a sentence about a password does in one of these languages. */
export function startsElsewhere(text: string): boolean {
  return sentence.test(text);
}

/** The same where the name was of such a language, too: then several words that begin with its letters are one. */
export function isSentenceElsewhere(text: string): boolean {
  return (foreign.test(text) && /\s/.test(text)) || startsElsewhere(text);
}
