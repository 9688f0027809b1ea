// SPDX-License-Identifier: MIT
// browser.mjs: pages of headless Chromium for tests, with a server of static files.
//
//     const { page, url, close } = await openPage({ '/': folder });   // skip: noBrowser, a reason or false
//     const text = await page.evaluate(async () => (await import('/src/tumble.js')).version()); await close();

import { existsSync } from 'node:fs';
import { serve } from './server.mjs';

const programs = [process.env.TUMBLE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const program = programs.find((path) => path && existsSync(path));
const playwright = await import('playwright-core').catch(() => null);

function reason() {
  if (!program) return 'chromium is missing: tools/bootstrap.sh --web installs it';
  return playwright ? false : 'playwright-core is missing: npm ci --prefix web';
}

/** Why tests in a browser are skipped, or false. */
export const noBrowser = reason();

// WebGL without a graphics card. Processes of a container may have no sandbox.
const ARGUMENTS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-dev-shm-usage'];

/** Starts Chromium. @param options  of playwright's launch; `args` come after our own. */
export function launch(options = {}) {
  return playwright.chromium.launch({
    executablePath: program,
    ...options,
    args: [...ARGUMENTS, ...(options.args ?? [])],
  });
}

/**
 * Opens a page over folders that are served (server.mjs), in a browser of its own or in `browser`.
 *
 * @param folders  { '/': folder, … }
 * @param options  path: that is opened, '/blank.html' by default; isolated: false: without headers of isolation;
 *                 browser: of `launch`; context: options of a context (viewport, hasTouch, colorScheme).
 * @returns page, context, browser, url of the server, errors (texts of uncaught errors and of console.error) and close.
 */
export async function openPage(folders, { path = '/blank.html', isolated = true, browser, context: settings } = {}) {
  const server = await serve(folders, { isolated });
  const own = browser ?? (await launch());
  const context = await own.newContext(settings);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(server.url + path);
  const close = async () => {
    await context.close();
    if (!browser) await own.close();
    await server.close();
  };
  return { page, context, browser: own, url: server.url, errors, close };
}
