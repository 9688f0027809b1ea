// SPDX-License-Identifier: MIT
// entry.h: included before every test file. The build renames main of tests/FOLDER/test_NAME.c to
// test_NAME_main, so that the files of a folder are one program (tests/support/runner.h). Here it
// gets its prototype, under its new name.
#ifndef TUM_TESTS_ENTRY_H
#define TUM_TESTS_ENTRY_H

int main(void);

#endif
