import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);
const value = 'kmwxa-bcde42';

const objects = [
  { type: 'field', value, msg: 'Invalid value', path: 'password', location: 'body' },
  { loc: ['body', 'password'], msg: 'too short', input: value },
  { field: 'password', rejectedValue: value, defaultMessage: 'size' },
  { property: 'user.password', value, constraints: { minLength: 'x' } },
  { path: ['password'], received: value, code: 'custom' },
  { ErrorCode: 'x', FieldName: 'Password', AttemptedValue: value },
  { name: 'ValidatorError', path: 'password', value },
  { Parameter: { Name: '/prod/db/password', Value: value } },
  {
    instancePath: '/password',
    schemaPath: '#/properties/password/minLength',
    keyword: 'minLength',
    params: { limit: 12 },
    message: 'must NOT have fewer than 12 characters',
    parentSchema: { type: 'string', not: { enum: ['a'] } },
    data: value,
  },
  { dataPath: '.user.apiKey', keyword: 'pattern', params: {}, data: value },
];

// Each text as it comes, with the value between ‹ ›: the value goes, the rest stays to the letter.
const masked = [
  "1 validation error\npassword\n  String should be longer [type=string_too_short, input_value='‹kmwxa-bcde42›', input_type=str]",
  "user.api_key\n  Input should be an integer [type=int_type, input_value='‹kmwxa-bcde42›', input_type=str]",
  "Field error in object 'user' on field 'password': rejected value [‹kmwxa-bcde42›]; codes [Size]",
  '"password" with value "‹kmwxa-bcde42›" fails to match the required pattern',
  "Invalid value '‹kmwxa-bcde42›' for parameter password",
  "expected password to match /x/, got '‹kmwxa-bcde42›'",
  "argument --password: invalid value: '‹kmwxa-bcde42›'",
  'flag --password: bad value "‹kmwxa-bcde42›"',
  "'‹kmwxa-bcde42›' is too short\n\nFailed validating 'minLength' in schema['properties']['password']:\n    {'minLength': 16, 'type': 'string'}\n\nOn instance['password']:\n    '‹kmwxa-bcde42›'",
  "'‹hunter2›' does not match '^x'\n\nOn instance['users'][0]['password']:\n    '‹hunter2›'",
  "{\n  instancePath: '/password',\n  params: { limit: 12 },\n  data: '‹kmwxa-bcde42›'\n}",
  'password for user bob: ‹kmwxa-bcde42›',
  'the password of bob is ‹kmwxa-bcde42›',
  'API key for prod = ‹A7kd83hs92jdk4›',
  'password (bob): ‹kmwxa-bcde42›',
  'encryption key used: ‹A7kd83hs92jdk4›',
  'пароль пользователя bob: ‹kmwxa-bcde42›',
  '+ admin_password                  = "‹kmwxa-bcde42›"',
  'flyctl secrets set X_KEY=‹A7kd83hs92jdk4›',
  'aws configure set aws_secret_access_key ‹A7kd83hs92jdk4›',
];

// Another field's value, a type, or what a parser calls a token.
const kept = [
  "startDate must be YYYY-MM-DD, got '2024/1/1'",
  'token must be a string, got "number"',
  "Unexpected token, got 'IDENT'",
  "page\n  Input should be a valid integer [type=int_parsing, input_value='first2', input_type=str]",
  "Field error in object 'user' on field 'name': rejected value [bob-the-2nd]; codes [Size]",
  "Invalid value 'sort-by-2' for parameter sort_key",
  'key "color" with value "blue2" fails',
  "'first-2' is too short\n\nFailed validating 'minLength' in schema['properties']['page']:\n    {'minLength': 16}\n\nOn instance['page']:\n    'first-2'",
  '{"instancePath":"/page","params":{"limit":12},"data":"first-2b"}',
  '[{"instancePath":"/password","keyword":"required","message":"is required"},{"instancePath":"/page","data":"first-2b"}]',
  '{"path":"password","data":"see-docs2"}',
  'the token type of bob is bearer',
  '{"path":["token"],"expected":"string","received":"number"}',
  '{"path":["page"],"received":"first-2"}',
  '{"field":"password","code":"too_short","min":8}',
  '{"path":"docs/tokens/intro-2.md","value":"abc-123-x"}',
];

// E7
describe('what a validator has refused', () => {
  it.each(objects)('is masked under the name of a secret: %j', (object) => {
    expect(JSON.stringify(redactor.deep(object, 'secrets').value)).not.toContain(value);
    expect(redactor.secrets(JSON.stringify(object)).text).not.toContain(value);
  });

  it.each(masked)('is masked in %s', (line) => {
    expect(redactor.secrets(line.replace(/[‹›]/g, '')).text).toBe(line.replace(/‹[^›]*›/g, '[redacted]'));
  });

  it('is masked wherever it is told again, also in the next write', () => {
    const issue = "'hunter2x9' is too short\n\nOn instance['password']:\n    'hunter2x9'\n";
    const stream = redactor.stream();

    expect(stream.push(issue) + stream.push(issue) + stream.end()).not.toContain('hunter2x9');
  });

  it.each(kept)('stays in %s', (line) => {
    expect(redactor.secrets(line)).toEqual({ text: line, count: 0 });
  });
});
