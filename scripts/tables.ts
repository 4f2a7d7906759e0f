import { mkdir, writeFile } from 'node:fs/promises';
import { actionFolder, actionText } from './tables/action.ts';
import { commandsPage } from './tables/commands-page.ts';
import { demoConfigurationFile } from './tables/demo-configuration.ts';
import { diffRulesTable } from './tables/diff-rules-table.ts';
import { faultTable } from './tables/faults-table.ts';
import { openPointsTable } from './tables/open-points-table.ts';
import { requirementsTable } from './tables/requirements-table.ts';

// Rewrites the generated tables of the docs. A test fails while one is outdated.
await mkdir(actionFolder, { recursive: true });
await writeFile(`${actionFolder}/action.yml`, actionText());
await writeFile('docs/requirements.md', requirementsTable());
await writeFile('docs/commands.md', await commandsPage());
await writeFile('docs/open-points.md', openPointsTable());
await writeFile('docs/diff-rules.md', diffRulesTable());
await writeFile('docs/faults.md', faultTable());
await writeFile('fixtures/conformance.config.json', await demoConfigurationFile('demo'));
await writeFile('fixtures/realistic.config.json', await demoConfigurationFile('realistic'));
