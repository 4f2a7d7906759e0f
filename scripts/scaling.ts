import { openProject } from './scaling/project.ts';
import { ways } from './scaling/ways.ts';

// `npm run scaling [balancer|shards|spark]` runs the commands in docs/scaling.md. Needs PostgreSQL and HAProxy; Spark
// needs Java and a Python with PySpark (the variable PYTHON names it). The exit code is 1 if a command fails.

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
