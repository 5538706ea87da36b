import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';
import { isThirdPartySignInFailure } from './sign-in.ts';

const failures = [
  'password authentication failed for user "admin"',
  '{"message":"role \\"app\\" does not exist"}',
  'FATAL: no pg_hba.conf entry for host "10.0.0.1", user "app", database "shop"',
  "Access denied for user 'root'@'172.17.0.1' (using password: YES)",
  "ER_ACCESS_DENIED_ERROR: Access denied for user ''@'localhost'",
  "Login failed for user 'sa'.",
  'ORA-01017: invalid username/password; logon denied',
  'WRONGPASS invalid username-password pair or user is disabled.',
  'NOAUTH Authentication required.',
  'MongoServerError: Authentication failed.',
  'ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN',
  'Invalid login: 535-5.7.8 Username and Password not accepted.',
  'invalid api key sk-abcdefghijklmnop1234',
  'Incorrect API key provided: sk-proj-…abcd. You can find your API key at https://platform.openai.com.',
  'authentication_error: invalid x-api-key',
  'Your API key has expired',
  'Missing API key',
  'OPENAI_API_KEY is not set',
  'Missing required environment variable: GITHUB_TOKEN',
  'Please set SLACK_BOT_TOKEN before you start',
  'Bad credentials',
  "fatal: Authentication failed for 'https://github.com/a/b.git/'",
  'git@github.com: Permission denied (publickey).',
  'The security token included in the request is expired',
  'SignatureDoesNotMatch: The request signature we calculated does not match',
  'Unable to locate credentials. You can configure credentials by running "aws configure".',
  'invalid_grant: Token has been expired or revoked.',
  'AADSTS7000215: Invalid client secret provided.',
  'API key not valid. Please pass a valid API key.',
  'An API error occurred: invalid_auth',
  'The client credentials are invalid',
  'failed to authenticate with the billing service',
  '用户名或密码错误',
  'API 密钥无效',
  'The access_token has expired: incorrect api_key',
  'API key provided is invalid',
  'Client secret abcd-**** is wrong',
  'SMTP_PASSWORD missing',
  'invalid client_secret for app contoso-prod-1 of tenant acme',
  'invalid access_token for user bob@contoso.com',
  'bad service_key for tenant prod',
  'client_id or client_secret is invalid',
  'Your API key 12 is invalid',
  'API key abcdef is invalid',
  'access key Alice is disabled',
  'PASSWORD_FILE is not set',
  'AZURE_CREDENTIALS_JSON is not set',
  'Required environment variables missing: SLACK_BOT_TOKEN, SLACK_TEAM_ID',
  'GITHUB_TOKEN environment variable is required',
  'DB_PASSWORD and DB_USER are required',
];

const others = [
  'Permission denied: scope "repo:write" is needed.',
  'Token expired',
  'Unauthorized',
  'password must be at least 8 characters',
  'Invalid password format: at least one digit',
  'The user could not be found',
  'Unexpected token } in JSON',
  'Access denied - path outside allowed directories',
  'Invalid argument: apiVersion',
  'key not found: user:42',
  'No secret with the name "db" exists in the vault',
  'The session has expired; open a new one.',
  'access_token is required',
  'client_secret is missing',
  'Invalid value for service_key: must be hex',
  "argument 'apiKey' is missing",
  'Client secret name is required',
  'API key 12 not found',
  'no API key column in sheet',
  'Missing auth token argument',
  'MAX_TOKENS missing',
  'TOKEN_LIMIT is required',
  'required field PASSWORD_HINT',
  'SECRET_SANTA list is empty',
  'User TOKENIZER missing',
  'Missing required argument: API_KEY',
  'Missing required arguments: NAME, API_KEY',
  "missing argument 'PASSWORD'",
  'parameter API_KEY is required',
  'API_KEY parameter is required',
  'The field PASSWORD is required',
  'no such column: ACCESS_TOKEN',
  'column USER_PASSWORD not found',
  'unexpected TOKEN, expected TOKEN_COMMA; TOKEN_EOF required',
  'access_token is required for this operation',
  'access key column is invalid',
];

// E7
describe('isThirdPartySignInFailure', () => {
  it.each(failures)('knows %s', (text) => {
    expect(isThirdPartySignInFailure(text)).toBe(true);
  });

  it.each(others)('does not take for one: %s', (text) => {
    expect(isThirdPartySignInFailure(text)).toBe(false);
  });

  it.each(failures)('leaves one sentence of %s', (text) => {
    expect(createRedactor([]).strict(text).text).toBe('The server could not sign in to a service that it needs.');
  });

  it.each(['API key is required', 'Invalid access token', 'client secret not provided', 'API_KEY is required'])(
    'takes %s for an argument of that name where the failure is about arguments',
    (text) => {
      expect(isThirdPartySignInFailure(text)).toBe(true);
      expect(isThirdPartySignInFailure(text, { aboutArguments: true })).toBe(false);
    },
  );

  it.each(['OPENAI_API_KEY is not set', 'Incorrect API key provided', 'password authentication failed for user "a"'])(
    'knows %s where the failure is about arguments, too',
    (text) => {
      expect(isThirdPartySignInFailure(text, { aboutArguments: true })).toBe(true);
    },
  );

  it('leaves the lines around it, except those that explain it', () => {
    const text =
      'Two of three sources answered.\npassword authentication failed for user "admin"\nDETAIL: Connection matched line 95\n\nTry the others.';

    expect(createRedactor([]).strict(text).text).toBe(
      'Two of three sources answered.\nThe server could not sign in to a service that it needs.\n\nTry the others.',
    );
  });
});
