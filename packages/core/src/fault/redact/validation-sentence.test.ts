import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([{ value: 'is too short, Xk29', named: true }]);

// E6, S3
describe('what validators say of a field that holds a secret', () => {
  it.each([
    '{"errors":{"email":["is invalid"],"password":["is too short (minimum is 8 characters)"]}}',
    '{"token":["This field is required."]}',
    '{"ApiKey":["The ApiKey field is required."]}',
    '{"password":["This password is too common.","This password is entirely numeric."]}',
    `{"Password":["Passwords must have at least one digit ('0'-'9').","can\u2019t be blank"]}`,
    '{"password":"Too small: expected string to have >=8 characters"}',
    '{"password":"Invalid input: expected string, received undefined"}',
    '{"password":["\\"password\\" length must be at least 8 characters long"]}',
    'password: "must NOT have fewer than 8 characters"',
    '<password>must not be blank</password>',
    '{"token":{"code":"too_short"}}',
    'option --password requires an argument',
    'option --token takes a value',
    '{"password":"PASSWORD_TOO_SHORT"}',
    '{"token":"token_expired"}',
    '{"token":"string.empty"}',
    '{"password":"must be between 8 and 128 characters"}',
    '{"passwort":"zu kurz"}',
    '{"password":"zu kurz"}',
    '{"password":["ist zu kurz (mindestens 8 Zeichen)"]}',
    '{"password":["Das Passwort muss mindestens 8 Zeichen lang sein."]}',
    '{"password":["Die Passwörter stimmen nicht überein"]}',
    '{"password":"trop court"}',
    '{"password":["Le mot de passe doit contenir au moins 8 caractères."]}',
    '{"password":"es demasiado corta (8 caracteres mínimo)"}',
    '{"password":["El campo contraseña es obligatorio."]}',
    '{"senha":"é muito curta"}',
    '{"password":["La contraseña no es correcta."]}',
    '{"password":["não pode ficar vazio"]}',
    '{"password":["A senha deve ter no mínimo 8 caracteres"]}',
    '{"password":"è troppo corta (il minimo è 8 caratteri)"}',
    '{"password":"is te kort (minimaal 8 tekens)"}',
    '{"password":"слишком короткий"}',
    '{"password":["Пароль должен содержать не менее 8 символов"]}',
    '{"password":"jest za krótkie (minimum 8 znaków)"}',
    '{"パスワード":"短すぎます"}',
    '{"password":["パスワードは8文字以上で入力してください。"]}',
    '{"password":"너무 짧습니다"}',
    '{"password":["비밀번호는 8자 이상이어야 합니다."]}',
    '令牌：已被吊销，请重新登录',
    '{"密码":["密码已过期"]}',
    '令牌：已过期',
    '密码：长度必须为8到20位',
    '{"密码":["不能为空","两次输入的密码不一致"]}',
  ])('stays in %s', (text) => {
    expect(redactor.strict(text).text).toBe(text);
    expect(redactor.secrets(text).text).toBe(text);
  });

  it('stays in data', () => {
    const data = {
      errors: {
        password: ['is too short (minimum is 8 characters)'],
        token: [{ code: 'blank' }, { code: 'too_short' }],
      },
      secret: 'must not be blank',
      passwort: ['zu kurz'],
      session: 'weekly-12',
    };

    expect(redactor.deep(data, 'strict').value).toEqual(data);
  });

  it.each([
    ['correct horse battery staple'],
    ['this is my secret password'],
    ['must be Hunter2'],
    ['The password sunshine is invalid'],
    ['is invalid: sunshine'],
    ['is too short, Xk29'],
    ['long key'],
    ['max-1234-key'],
    ['Must.Be.Strong'],
    ['must 1234'],
    ['required-token-9f8a7b6c'],
    ['不能说的秘密'],
    ['不许偷看我的密码'],
    ['need-two-keys'],
    ['need_two_keys'],
    ['must-contain-two-digits'],
    ['TOO_SHORT_KEY'],
    ['too.short.key'],
    ['need-a-secure-key-string'],
    ['expected 4821, received 1234'],
    ['expected 482, received 123'],
    ['incorrect 4821'],
    ['must be 4821'],
    ['must be 482 193'],
    ["expected 'a b c d e f g'"],
    ['应为4821'],
    ['mein kurzer hund'],
    ['muss Hunter2'],
    ['ist Winter2024'],
    ['nicht mein passwort'],
    ['zu zweit'],
    ['mon petit mot de passe'],
    ['mi contraseña favorita'],
    ['минимум'],
    ['мой короткий пароль'],
    ['私のパスワード'],
    ['ひみつです'],
    ['내 비밀번호'],
  ])('is not what somebody has chosen: %s', (value) => {
    expect(redactor.secrets(JSON.stringify({ password: value })).text).toBe('{"password":"[redacted]"}');
    expect(redactor.deep({ password: [value] }, 'secrets').value).toEqual({ password: ['[redacted]'] });
  });

  it.each([
    '密码：已重置为 #',
    '密码：已重置为#。',
    '重置成功。用户密码：已重置为 #',
    '令牌：已生成 #',
    'API密钥：已生成：#',
    '密码：已被重置为#',
    'token: requires #',
    'password: takes #',
  ])('is not what is told behind it: %s', (line) => {
    for (const value of ['Hunter2BlueHorse77', 'HunterBlueHorse'])
      expect(redactor.secrets(line.replace('#', value)).text).not.toContain(value);
  });

  it.each(['DB_PASSWORD=#', 'login --password #', 'mysql -p#', '<password>#</password>', 'password: #', '--token=#'])(
    'is not what looks like a code: %s',
    (line) => {
      for (const value of ['need-two-keys', 'must_contain_two_digits', 'NEED_A_KEY'])
        expect(redactor.secrets(line.replace('#', value)).text).toBe(line.replace('#', '[redacted]'));
    },
  );
});
