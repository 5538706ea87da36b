import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// Each text as it comes, with the value between ‹ ›: the value goes, the rest stays to the letter.
const masked = [
  'Passwort ‹Zk41qmmx9Tw› ist falsch',
  'le mot de passe ‹Zk41qmmx9Tw› est incorrect',
  'пароль ‹Zk41qmmx9Tw› неверен',
  'パスワード ‹3f9c0d2ab17e4466› が違います',
  'Das Passwort ist ‹kmwxa-bcde42›.',
  'Kennwort: ‹kmwxa-bcde42›',
  'Ihr neues Kennwort lautet ‹kmwxa-bcde42›',
  'API-Schlüssel: ‹A7kd83hs92jdk4›',
  'Mot de passe : ‹kmwxa-bcde42›',
  'le mot de passe est «‹ kmwxa-bcde42 ›»',
  'mot_de_passe=‹hunter2›',
  'clé API : ‹A7kd83hs92jdk4›',
  "jeton d'accès : ‹A7kd83hs92jdk4›",
  'Contraseña: ‹kmwxa-bcde42›',
  'la contraseña es ‹kmwxa-bcde42›',
  'clave secreta: ‹kmwxa-bcde42›',
  'Senha: ‹kmwxa-bcde42›',
  'DB_SENHA=‹hunter2›',
  'a senha é ‹kmwxa-bcde42›',
  "parola d'ordine: ‹kmwxa-bcde42›",
  'Wachtwoord: ‹kmwxa-bcde42›',
  'Lösenord: ‹kmwxa-bcde42›',
  'Hasło: ‹kmwxa-bcde42›',
  'heslo: ‹kmwxa-bcde42›',
  'Şifre: ‹kmwxa-bcde42›',
  'Пароль: ‹kmwxa-bcde42›',
  'неверный пароль «‹kmwxa-bcde42›»',
  'токен: ‹A7kd83hs92jdk4›',
  'Пароль пользователя bob: ‹kmwxa-bcde42›',
  'Kennwort für bob: ‹A7kd83hs92jdk4›',
  'wachtwoord of bob is ‹kmwxa-bcde42›',
  'ключ API: ‹A7kd83hs92jdk4›',
  'パスワード：‹kmwxa-bcde42›',
  'パスワードは「‹kmwxa-bcde42›」です',
  'パスワードは‹kmwxa-bcde42›です',
  'APIキー: ‹A7kd83hs92jdk4›',
  '비밀번호: ‹kmwxa-bcde42›',
  '비밀번호는 ‹kmwxa-bcde42›입니다',
  'Mật khẩu: ‹kmwxa-bcde42›',
  'كلمة المرور: ‹kmwxa-bcde42›',
  'סיסמה: ‹kmwxa-bcde42›',
  'पासवर्ड: ‹kmwxa-bcde42›',
  'รหัสผ่าน: ‹kmwxa-bcde42›',
  '验证码：‹482913›',
  '授权码：‹kmwxabcdefgh›',
  '{"contraseña":"‹geheim›"}',
];

// Looks alike, holds no secret, and stays to the letter.
const kept = [
  'Passwort 2-Faktor ist Pflicht',
  'Kennwort SHA-256-Hash gespeichert',
  'le mot de passe 2FA est requis',
  'wachtwoord v2.1.3 vereist',
  'Passwort muss mindestens 8 Zeichen lang sein',
  'Passwort: mindestens 8 Zeichen',
  'Kennwort ist falsch',
  'Mot de passe : obligatoire',
  'mot de passe : 8 caractères minimum',
  'contraseña: debe tener 8 caracteres',
  'la contraseña es demasiado corta (min 8)',
  'a senha é obrigatória',
  'Пароль: не менее 8 символов',
  'неверный пароль',
  'токен: истёк 2024-01-01',
  'パスワード：8文字以上で入力してください',
  'パスワードは必須です',
  'トークン数: 4096',
  '비밀번호: 8자 이상',
  '비밀번호는 필수입니다',
  'Mật khẩu: tối thiểu 8 ký tự',
  '验证码：已过期',
  'clave: valor1',
  'chave: valor2',
  'ключ: цвет2',
  'desenha: AB12cd34',
  '{"errors":{"contraseña":"obligatoria"}}',
  '{"errors":{"contraseña":"debe tener al menos 8 caracteres"}}',
  '{"mot_de_passe":"trop court"}',
  '{"kennwort":"muss angegeben werden"}',
];

// E7
describe('what is told in other languages than English', () => {
  it.each(masked)('is masked in %s', (line) => {
    expect(redactor.secrets(line.replace(/[‹›]/g, '')).text).toBe(line.replace(/‹[^›]*›/g, '[redacted]'));
  });

  it.each(kept)('is none in %s', (line) => {
    expect(redactor.secrets(line)).toEqual({ text: line, count: 0 });
  });

  it('is masked as the member of an object', () => {
    const value = { dbSenha: 'segredo', contraseña: 'hunter2', パスワード: 'hunter2', wachtwoord: 'moet langer' };

    expect(redactor.deep(value, 'strict').value).toEqual({
      dbSenha: '[redacted]',
      contraseña: '[redacted]',
      パスワード: '[redacted]',
      wachtwoord: 'moet langer',
    });
  });
});

it.each(['Grüße-42xk', 'te.quiero.42', 'Grüßgott-zusammen'])('masks %s under an English name', (value) => {
  expect(redactor.secrets(JSON.stringify({ pass: value })).text).not.toContain(value);
});
