import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// Each text as it comes, with the value between ‹ ›: the value goes, the rest stays to the letter.
const masked = [
  '新密码为：‹Hunter2BlueHorse›',
  '说：密钥为：‹Kw7pLm2Qx9Zt4Vb8›，请保存',
  '您的新密码是： ‹correcthorse›',
  '密码为：“‹两个 词›”',
  '初始密码如下：‹Kw7pLm2›',
  '令牌已更新为：‹abcdef12›',
  '密碼已重設為：‹Hunter2BlueHorse›',
  '"密码为": "‹Hunter2›"',
  '密码已重置为 ‹Hunter2BlueHorse›',
  '密码被修改成“‹Hunter2BlueHorse›”',
  '密码（‹Kw7pLm2Qx9Zt4Vb8›）错误',
  '密码(‹Kw7pLm2Qx9Zt4Vb8›)错误',
  '令牌（‹abc123def456›）已过期',
  '访问令牌‹Kw7pLm2Qx9Zt4Vb8›已过期',
  'the password is set to: ‹Hunter2BlueHorse›',
  'password changed to: ‹Hunter2BlueHorse›',
  'Your new password is: ‹Hunter2BlueHorse›',
  'the api key has been reset to: ‹abcdef›',
  'New credentials as follows: ‹Hunter2BlueHorse›',
  'wrong password (‹Hunter2BlueHorse›) for bob',
  'the token (‹abc123def456›) is expired',
  '密码 为 “‹Hunter2BlueHorse›”',
  '密码：‹空山新雨后›',
  '密码 是 "‹Hunter2BlueHorse›"',
  '令牌 是 `‹Kw7pLm2Qx9Zt›`',
  'wrong password (‹hunter2›)',
  'password (‹Winter2024›) rejected',
  'token (‹abc12345›) expired',
  'api key (‹live_8472_x9›)',
  'New password\r\n‹Hunter2Blue9›',
  'your password\n\n‹Hunter2Blue9›\n',
  'session token\n  ‹abc123def›',
  'password ‹aes256Secret99›',
  'token ‹rsa2048Kd83hs›',
  'password ‹des3rt2024›',
  'curl --user 1001:‹482913› https://x.test/',
  'curl -ubob:‹Hunter2BlueHorse› https://x.test/',
  'curl -sSu bob:‹Hunter2BlueHorse› https://x.test/',
  'http -a bob:‹Hunter2BlueHorse› x.test',
  'java -DapiKey=‹Kw7pLm2Qx9Zt4Vb8› -jar app.jar',
  '-DapiKey=‹Kw7pLm2Qx9Zt4Vb8›',
  'client-key-data: ‹LS0tLS1CRUdJTiBSU0Eg›',
  'user = ‹LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ==›',
];

// Looks alike, holds no secret, and stays to the letter.
const kept = [
  'curl -XPUT https://x.test/a:b',
  'docker run --user 1000:1000 image',
  'java -Dfile.encoding=UTF-8 -jar app.jar',
  'certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t',
  '密码为：空',
  '密码是：必须包含数字',
  '密码为：必填',
  '令牌是：无效',
  '密码（8位以上字母）不能为空',
  '密码（MD5加密）',
  '密码(选填)',
  '密钥app_id12不存在',
  '令牌v2beta1接口',
  '密钥SHA256withRSA签名',
  '密钥AES256GCM',
  '密码长度为：8',
  '密码规则为：至少8位',
  '密码策略如下：',
  'password (length>=8) is required',
  'password (min 8 characters, 1 digit)',
  'token (JWT/RS256) expected',
  'API key (v2beta1) is gone',
  'secret (256-bit)',
  'secret (2048bits) too long',
  'the password is: required',
  'password was: missing',
  'token is set to: null',
  'the secret of success is: work',
  'the token type is: bearer',
  'Password has been reset to the default.',
  'secret (see docs/api2keys)',
  '令牌类型是：Bearer',
];

// E7
describe('what is assigned without a separator of its own', () => {
  it.each(masked)('is masked in %s', (line) => {
    const text = line.replace(/[‹›]/g, '');

    expect(redactor.secrets(text).text).toBe(line.replace(/‹[^›]*›/g, '[redacted]'));
  });

  it.each(kept)('is none in %s', (line) => {
    expect(redactor.secrets(line)).toEqual({ text: line, count: 0 });
  });
});
