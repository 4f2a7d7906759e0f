import { openProject } from './scaling/project.ts';
import { ways } from './scaling/ways.ts';

// Follows docs/scaling.md with the commands that stand there: `npm run scaling [balancer|shards|spark]`. It needs PostgreSQL and
// HAProxy, and for Spark Java and a Python with PySpark, which PYTHON names. It ends with exit code 1 where one fails.

const wanted = process.argv.slice(2);
for (const { name, follow } of ways.filter((way) => wanted.length === 0 || wanted.includes(way.name))) {
  const project = await openProject();
  try {
    await follow(project);
    process.stdout.write(`${name}: as the page says\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${name}: ${(error as Error).message}\n`);
  } finally {
    await project.remove();
  }
}
