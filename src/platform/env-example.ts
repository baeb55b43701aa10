import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample } from './env.js';
import { projectFolder } from './paths.js';

// `npm run env:example`: writes .env.example from the variables in env.ts.
writeFileSync(join(projectFolder, '.env.example'), envExample());
