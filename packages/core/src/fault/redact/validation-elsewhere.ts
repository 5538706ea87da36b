/** What validators say in a language: what is wrong or ought to be, of which one is needed, and what else they say it with. */
interface Words {
  readonly verdicts: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

function wordsOf(verdicts: string, others: string): Words {
  return { verdicts: new Set(verdicts.split(' ')), others: new Set(others.split(' ')) };
}

const languages: readonly Words[] = [
  // German.
  wordsOf(
    'muss müssen darf dürfen zu fehlt fehlen ungültig ungültige ungültiges falsch leer erforderlich benötigt mindestens höchstens maximal minimal abgelaufen stimmt stimmen pflichtfeld überein',
    'das die der dein ihr ein eine einen feld wert passwort passwörter kennwort token schlüssel api bestätigung ist sind sein wird werden hat haben nicht kein keine und oder mit von aus als bis zwischen auch nur bitte geben sie ein angeben angegeben eingeben eingegeben ausgefüllt enthalten lang länger kurz kürzer schwach einfach unsicher sicher lange zeichen buchstaben buchstabe ziffer ziffern zahl zahlen großbuchstaben großbuchstabe kleinbuchstaben kleinbuchstabe sonderzeichen',
  ),
  // French.
  wordsOf(
    'doit doivent trop obligatoire obligatoires requis requise invalide invalides incorrect incorrecte manquant manquante vide expiré expirée minimum maximum moins correspondent correspond peut',
    "le la les l' un une votre ce cette champ valeur mot mots de d' passe jeton clé api secret est sont être ne n' pas a été contenir comporter avoir faire au aux plus que et ou en avec par entre à des du court courte courts long longue longs faible faibles simple saisir veuillez caractère caractères lettre lettres chiffre chiffres majuscule majuscules minuscule minuscules spécial spéciaux confirmation identiques",
  ),
  // Spanish.
  wordsOf(
    'debe deben demasiado demasiada muy obligatorio obligatoria requerido requerida inválido inválida incorrecto incorrecta vacío vacía falta no mínimo máximo menos caducado caducada expirado expirada coinciden coincide puede',
    'el la los las un una su este esta campo valor contraseña contraseñas clave token api secreto es son está estar ser se ha en válido válida correcto correcta de del al y o con por entre que tener contener incluir más corto corta largo larga débil común caracteres carácter letra letras número números dígito dígitos mayúscula mayúsculas minúscula minúsculas especial especiales confirmación',
  ),
  // Portuguese.
  wordsOf(
    'deve devem muito obrigatório obrigatória inválido inválida incorreto incorreta vazio vazia falta não mínimo máximo menos expirado expirada coincidem coincide pode',
    'o a os as um uma sua seu este esta campo valor senha senhas palavra-passe chave token api segredo é são está estar ser ficar válido válida correto correta se foi em de do da no na e ou com por pelo entre que ter conter incluir mais curto curta longo longa fraca comum caracteres caractere letra letras número números dígito dígitos maiúscula maiúsculas minúscula minúsculas especial especiais confirmação',
  ),
  // Italian.
  wordsOf(
    'deve devono troppo obbligatorio obbligatoria richiesto richiesta mancante almeno minimo massimo scaduto scaduta non vuoto vuota valido valida corretta corretto può',
    'il la lo i le un una il suo questo questa campo valore password token chiave api segreto è sono essere di del della da e o con per tra che avere contenere più corto corta breve lungo lunga debole comune caratteri carattere lettera lettere numero numeri cifra cifre maiuscola maiuscole minuscola minuscole speciale speciali coincidono coincide conferma',
  ),
  // Dutch.
  wordsOf(
    'moet moeten mag te verplicht vereist ongeldig onjuist ontbreekt leeg minimaal maximaal minstens minimum verlopen komen',
    'het de een uw je dit deze veld waarde wachtwoord wachtwoorden token sleutel api is zijn niet geen en of met van uit bevatten hebben kort lang zwak tekens teken letter letters cijfer cijfers hoofdletter hoofdletters kleine speciale speciaal overeen bevestiging worden opgegeven ingevuld',
  ),
  // Swedish, Danish and Norwegian.
  wordsOf(
    'måste skal må för krävs minst ogiltigt ugyldigt ugyldig påkrævet påkrevd',
    'lösenordet lösenord adgangskode adgangskoden passord passordet vara være innehålla indeholde inneholde och og kort lång langt lang tecken tegn bokstäver siffror är er ikke inte på',
  ),
  // Polish.
  wordsOf(
    'musi za zbyt wymagane nieprawidłowe niepoprawne puste minimum najmniej powinno',
    'hasło hasła pole token klucz to jest nie i lub z co być mieć zawierać krótkie długie słabe proste znaków znaki znak liter litery literę cyfr cyfry cyfrę wielką małą specjalny może',
  ),
  // Czech.
  wordsOf(
    'musí příliš neplatné povinné minimálně alespoň nesmí',
    'heslo hesla pole je být mít obsahovat a nebo není prázdné krátké dlouhé slabé znaků znaky písmeno číslo',
  ),
  // Turkish.
  wordsOf(
    'en çok gerekli geçersiz yanlış boş olmalı olmalıdır zorunludur zorunlu olamaz içermelidir',
    'şifre şifreniz parola bu alan alanı az fazla ve veya bir kısa uzun zayıf karakter harf rakam büyük küçük bırakılamaz',
  ),
  // Russian.
  wordsOf(
    'должен должна должно слишком неверный неверно обязателен обязательно обязательное менее минимум истёк истек требуется может совпадают',
    'пароль пароля пароли токен ключ поле это эта этот не и или на от до из быть содержать иметь короткий длинный простой слабый пустым пуст символов символа символ букв буквы букву цифр цифры цифру заглавную строчную более как по крайней мере хотя бы',
  ),
  // Vietnamese and Indonesian.
  wordsOf('phải quá tối không', 'mật khẩu có ít nhất ký tự ngắn dài yếu thiểu đa được để trống hợp lệ bắt buộc là và'),
  wordsOf(
    'harus wajib terlalu minimal maksimal tidak',
    'kata sandi diisi valid boleh kosong pendek panjang lemah karakter huruf angka dan atau mengandung berisi sedikitnya',
  ),
];

// What Japanese and Korean are made of when they say so; with nothing else in between.
const japanese =
  /パスワード|暗証番号|トークン|キー|シークレット|フィールド|文字列?|数字|英字|英数字?|記号|大文字|小文字|半角|全角|以上|以下|以内|最低|最大|最小|入力|必須|項目|無効|有効期限|期限|正しく|一致|確認|含め|含む|短すぎ|長すぎ|弱すぎ|必要|形式|少なくとも|切れ|して|です|ます|ませ[んぬ]|ください|なければ|なりません|ありません|あり|ない|いません|いない|しま|せん|が|は|を|に|の|で|と|も|、|。|・|！|\d{1,3}|[\s().,!-]/g;
const japaneseVerdict = /必須|無効|正しく|入力|最低|最大|短すぎ|長すぎ|弱すぎ|以上|以下|以内|必要|一致し|切れ|なければ/;
const korean =
  /비밀번호|패스워드|암호|토큰|키|필드|값|문자|글자|숫자|영문|특수|대문자|소문자|이상|이하|이내|최소|최대|필수|항목|입력|해\s?주세요|하세요|하십시오|잘못|되었습니다|너무|짧습니다|깁니다|짧|비어|일치|하지|않습니다|않|있습니다|없습니다|합니다|입니다|이어야|여야|포함|형식|유효|만료|는|은|이|가|을|를|와|과|자|해야|되어야|\d{1,3}|[\s().,!-]/g;
const koreanVerdict = /필수|최소|최대|이상|이하|잘못|너무|비어|입력|일치|유효하지|만료|해야|이어야/;

/** Whether a text is what validators say of a field in one of many languages, as `isValidationSentence` tells of English. */
export function isValidationElsewhere(text: string): boolean {
  if (/[\u3040-\u30ff]/.test(text)) return japaneseVerdict.test(text) && text.replace(japanese, '') === '';
  if (/[\uac00-\ud7a3]/.test(text)) return koreanVerdict.test(text) && text.replace(korean, '') === '';
  const words = text.toLowerCase().match(/\p{L}[\p{L}-]*['’]?|\d+|[^\s.,:;!?()"'`/]/gu) ?? [];
  const letters = words.filter((word) => /^\p{L}{2}/u.test(word));
  if (letters.length < 2 || /\d[\s,]+\d/.test(text)) return false;
  return languages.some(
    ({ verdicts, others }) =>
      words.every((word) => verdicts.has(word) || others.has(word) || /^\d{1,3}$/.test(word)) &&
      words.some((word) => verdicts.has(word)),
  );
}
