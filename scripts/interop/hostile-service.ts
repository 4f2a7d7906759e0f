import { createServer } from 'node:http';

// A service whose records contain markup of many kinds: `node hostile-service.ts PORT`.
const markup =
  '<img src=x onerror=alert(1)> | **bold** `code` [link](http://hostile.example) ]]> <!-- & \u0007 &#0;';
const record = {
  caseId: markup,
  caseType: markup,
  id: markup,
  [markup]: markup,
  location: { [markup]: markup },
  message: markup,
};
createServer(({ headers }, answer) => {
  if (!headers.authorization?.startsWith('Bearer demo-')) answer.statusCode = 401;
  answer.setHeader('content-type', 'application/json');
  answer.setHeader('x-markup', '<b>|`');
  answer.end(JSON.stringify(record));
}).listen(Number(process.argv[2]), '127.0.0.1');
