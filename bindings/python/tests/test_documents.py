# SPDX-License-Identifier: MIT
"""Documents and scenes: open, validate, convert, save; what goes wrong is an exception with findings."""
from __future__ import annotations

import json
import os
import tempfile
import unittest

import tumble
from common import sample


class Documents(unittest.TestCase):
    def test_a_file_is_opened_and_written_back_as_it_is(self) -> None:
        with tumble.Document.open(sample("bounce.gltf")) as document:
            document.set_number("/nodes/0/translation/1", 0.25)
            self.assertEqual(document.number("/nodes/0/translation/1"), 0.25)
            with self.assertRaises(tumble.TumbleError):
                document.number("/nodes/0/none")
            self.assertEqual(document.dimension, 3)
            self.assertEqual(document.format, tumble.Format.TUM_FORMAT_GLTF)
            with open(sample("bounce.gltf"), encoding="utf-8") as f:
                self.assertEqual(json.loads(document.to_bytes()), json.load(f))

    def test_saving_writes_a_file_that_opens_again(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "crate.glb")
            tumble.Document.open(sample("bounce.gltf")).save(path)
            with open(path, "rb") as f:
                self.assertEqual(f.read(4), b"glTF")
            self.assertEqual(len(tumble.Scene.open(path).bodies), len(tumble.Scene.open(sample("bounce.gltf")).bodies))

    def test_a_conversion_speaks_the_target_and_tells_what_it_changed(self) -> None:
        made = tumble.Document.open(sample("bounce.gltf")).convert("omi")
        self.assertIn("OMI_physics_body", json.loads(made.to_bytes())["extensionsUsed"])
        self.assertIn("B-MASS", {f.code for f in made.findings})
        self.assertEqual(len(tumble.Scene.read(made.to_bytes(), dialect="omi").bodies), 5)

    def test_an_unknown_target_is_an_argument_error(self) -> None:
        with self.assertRaisesRegex(tumble.ArgumentError, "no target; there are khr"):
            tumble.Document.open(sample("bounce.gltf")).convert("vrml")

    def test_bytes_in_memory_ask_a_function_for_their_files(self) -> None:
        text = json.dumps({"asset": {"version": "2.0"}, "buffers": [{"uri": "a%20b.bin", "byteLength": 4}]}).encode()
        asked = []

        def find(path: str) -> bytes:
            asked.append(path)
            return b"1234"

        document = tumble.Document.read(text, name="memory.gltf", find=find)
        self.assertEqual(asked, ["a b.bin"])
        self.assertIn(b"data:application/octet-stream;base64,MTIzNA==", document.to_bytes(embed=True).replace(
            b"application/gltf-buffer", b"application/octet-stream"))

    def test_an_exception_of_that_function_passes(self) -> None:
        text = json.dumps({"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 4}]}).encode()

        def find(path: str) -> bytes:
            raise KeyError(path)

        with self.assertRaises(KeyError):
            tumble.Document.read(text, find=find)

    def test_a_file_that_is_not_there_is_a_file_error_with_a_finding(self) -> None:
        with self.assertRaises(tumble.FileError) as caught:
            tumble.Document.open("/nowhere/crate.gltf")
        self.assertIsInstance(caught.exception, OSError)
        self.assertEqual(caught.exception.status, tumble.Status.TUM_ERROR_FILE)
        self.assertEqual([f.code for f in caught.exception.findings], ["IO_ERROR"])
        self.assertIn("/nowhere/crate.gltf", str(caught.exception))

    def test_bytes_that_are_no_document_are_an_input_error(self) -> None:
        with self.assertRaises(tumble.InputError) as caught:
            tumble.Document.read(b"{", name="broken.gltf")
        self.assertEqual(caught.exception.findings[0].file, "broken.gltf")

    def test_a_closed_document_says_so(self) -> None:
        document = tumble.Document.open(sample("bounce.gltf"))
        document.close()
        document.close()
        with self.assertRaisesRegex(tumble.ArgumentError, "closed"):
            document.to_bytes()


class Validations(unittest.TestCase):
    def test_a_sample_breaks_no_rule(self) -> None:
        made = tumble.validate(sample("bounce.gltf"))
        self.assertTrue(made.is_valid)
        self.assertEqual(made.mime_type, "model/gltf+json")
        self.assertEqual(json.loads(made.info)["version"], "2.0")
        assert made.scene is not None
        self.assertEqual(len(made.scene.bodies), 5)

    def test_a_broken_rule_is_a_finding_with_its_place(self) -> None:
        text = {"asset": {"version": "2.0"}, "nodes": [{"mesh": 7}]}
        made = tumble.validate_bytes(json.dumps(text).encode(), name="broken.gltf")
        self.assertFalse(made.is_valid)
        self.assertEqual([(f.code, f.pointer) for f in made.errors], [("UNRESOLVED_REFERENCE", "/nodes/0/mesh")])
        explanation = tumble.explain("UNRESOLVED_REFERENCE")
        assert explanation is not None
        self.assertTrue(explanation.advice)
        self.assertIsNone(tumble.explain("NO_SUCH_CODE"))


class Scenes(unittest.TestCase):
    def test_arrays_of_a_scene_are_read_where_they_lie(self) -> None:
        scene = tumble.Scene.open(sample("bounce.gltf"))
        self.assertEqual((scene.dimension, len(scene.bodies)), (3, 5))
        names = [scene.node_name(body.node) for body in scene.bodies]
        self.assertEqual(names[0], "Restitution 0")
        self.assertEqual(scene.bodies[-1].mass, scene.bodies[4].mass)
        self.assertEqual([scene.shapes[c.shape].kind for c in scene.colliders if c.body == 0],
                         [tumble.c.TumShapeKind.TUM_SHAPE_SPHERE])
        with self.assertRaises(IndexError):
            scene.bodies[5]

    def test_an_item_keeps_its_scene_alive(self) -> None:
        body = tumble.Scene.open(sample("bounce.gltf")).bodies[0]
        self.assertGreater(body.mass, 0)

    def test_one_dialect_alone_can_be_read(self) -> None:
        self.assertEqual(len(tumble.Scene.open(sample("bounce.gltf"), dialect="omi").bodies), 0)
        with self.assertRaisesRegex(tumble.ArgumentError, "no dialect; there are khr"):
            tumble.Scene.open(sample("bounce.gltf"), dialect="vrml")

    def test_an_option_that_does_not_exist_is_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, "default_density"):
            tumble.Scene.open(sample("bounce.gltf"), density=3)

    def test_a_check_gives_hints(self) -> None:
        # Two balls of a metre in one place: they overlap before anything moves.
        nodes = [{"extensions": {"KHR_physics_rigid_bodies": {
            "motion": {"mass": 1000}, "collider": {"geometry": {"shape": 0}}}}} for _ in range(2)]
        text = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}], "nodes": nodes,
                "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
                "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]}}}
        scene = tumble.Scene.read(json.dumps(text).encode())
        self.assertIn("CHECK_COLLIDERS_OVERLAP", {f.code for f in scene.check()})


if __name__ == "__main__":
    unittest.main()
